//! Packed atlases.

use super::{Target, assert_message, certificate, control};
use pegboard::atlas::{Atlas, pack, verify};
use pegboard::checker::{CheckOptions, read_certificates};

pub(super) const TARGET: Target = Target {
    name: "atlas",
    run,
    words: &[
        "Atlas(",
        "version: 1",
        "problems: {",
        "(\"a1\", \"b2\"): ",
        "Solvable(\"",
        "Unsolvable((",
        "moves: \"",
        "\\n",
        "a1,a1,5,5,",
        "a2,b2,,,",
        "vacate,finish,",
        "{}",
        "}",
        ":",
        "\"",
        "a1",
        "-1",
        "0",
        "4294967295",
        "[]",
        "(",
        ")",
        ",",
        "Triangular",
        "Square",
    ],
};

fn run(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for the file");
    let path = folder.path().join("atlas.ron");
    std::fs::write(&path, bytes).expect("the file can be written");
    if let Ok(certificates) = read_certificates(&path) {
        for certificate in certificates {
            if let Ok(proven) = certificate.verify(&CheckOptions::default().with_memory(16 << 20)) {
                certificate::assert_true(&proven);
            }
        }
    }
    match verify(&path, &control()) {
        Ok(atlas) => {
            let packed = folder.path().join("packed.ron");
            let Ok(_) = pack(atlas.board(), &path, &packed) else {
                return;
            };
            let again = verify(&packed, &control()).expect("it was packed");
            let entries = |atlas: &Atlas| {
                let entries = atlas.entries().iter();
                entries
                    .map(|entry| (entry.problem, entry.finding))
                    .collect::<Vec<_>>()
            };
            assert_eq!(entries(&again), entries(&atlas));
            let text = std::fs::read_to_string(&packed).expect("it was written");
            pack(atlas.board(), &packed, &path).expect("it was packed");
            assert_eq!(
                std::fs::read_to_string(&path).expect("it was written"),
                text
            );
        }
        Err(error) => assert_message(&error.to_string(), error.to_string().contains("atlas.ron")),
    }
}
