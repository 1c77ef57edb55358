/// Embeds board files of `boards/` by their names.
macro_rules! library {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../boards/", $name, ".ron")))),*]
    };
}

/// Boards of the library: name and text of each file in `boards/`.
pub(crate) const LIBRARY: &[(&str, &str)] = library![
    "english",
    "english-diagonal",
    "french",
    "wiegleb",
    "square4",
    "square5",
    "square6",
    "square7",
    "square8",
    "square9",
    "clipped7",
    "clipped8",
    "rectangle5x6",
    "rectangle6x7",
    "diamond13",
    "diamond25",
    "diamond41",
    "diamond24",
    "diamond40",
    "diamond39",
    "triangle3",
    "triangle4",
    "triangle5",
    "triangle6",
    "triangle7",
    "triangle8",
    "triangle9",
    "triangle10",
    "triangle11",
    "triangle12",
    "triangle15",
    "cracker-barrel",
    "hexagon3",
    "hexagon4",
    "hexagon5",
    "hexagon6",
    "hexagon7",
    "rhombus4",
    "rhombus5",
    "rhombus6",
    "parallelogram4x6",
    "parallelogram5x6",
    "parallelogram4x8",
    "cross-3-2-2-2",
    "cross-3-2-3-2",
    "cross-3-3-2-2",
    "cross-3-3-3-2",
    "cross-4-2-2-2",
    "cross-4-2-4-2",
    "cross-3-3-4-2",
    "asymmetric-cross",
    "pinwheel",
    "windmill",
    "zigzag",
    "arrow",
    "corner",
    "clipped-square",
    "flag",
    "star13",
    "star37",
    "star73",
    "turbine",
    "propeller",
    "tripod",
    "trapezoid",
    "kite",
    "boomerang",
    "think-and-jump",
    "cube",
    "octahedron",
    "dodecahedron",
    "icosahedron",
    "petersen",
    "cube3",
    "cube4",
    "torus5",
    "torus6",
    "cylinder6x4",
    "moebius6x4",
    "path8",
    "cycle12",
    "double-star",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_library_embeds_every_board_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards");
        let entries = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap());
        // Skips the folders of certificates and problems.
        let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
        let on_disk: BTreeSet<String> = files
            .map(|file| file.file_name().into_string().unwrap())
            .collect();
        let embedded: BTreeSet<String> = LIBRARY
            .iter()
            .map(|(name, _)| format!("{name}.ron"))
            .collect();
        assert_eq!(embedded, on_disk);
        assert_eq!(embedded.len(), LIBRARY.len(), "a name is listed twice");
    }
}
