//! Generates the JavaScript and TypeScript bindings of WebAssembly modules: `pegboard-web-bindgen FOLDER MODULE.wasm…`.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, modules @ ..] = arguments.as_slice() else {
        eprintln!("usage: pegboard-web-bindgen FOLDER MODULE.wasm...");
        return ExitCode::from(3);
    };
    for module in modules {
        let mut bindgen = Bindgen::new();
        let result = bindgen.input_path(module).web(true).and_then(|bindgen| {
            bindgen
                .typescript(true)
                .remove_name_section(true)
                .generate(folder)
        });
        if let Err(error) = result {
            eprintln!("{module}: {error:#}");
            return ExitCode::from(3);
        }
    }
    ExitCode::SUCCESS
}
