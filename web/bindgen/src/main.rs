//! Generates the JavaScript and TypeScript bindings of a WebAssembly module: `pegboard-web-bindgen MODULE.wasm FOLDER`.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: pegboard-web-bindgen MODULE.wasm FOLDER");
        return ExitCode::from(3);
    };
    let mut bindgen = Bindgen::new();
    let result = bindgen.input_path(module).web(true).and_then(|bindgen| {
        bindgen
            .typescript(true)
            .remove_name_section(true)
            .generate(folder)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::from(3)
        }
    }
}
