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

/// Other names of boards, and the boards that they mean.
const ALIASES: &[(&str, &str)] = &[
    ("british", "english"),
    ("standard", "english"),
    ("hi-q", "english"),
    ("brainvita", "english"),
    ("senku", "english"),
    ("solo noble", "english"),
    ("7x7cross", "english"),
    ("7x7octagon", "french"),
    ("european", "french"),
    ("continental", "french"),
    ("german", "wiegleb"),
    ("triangle", "triangle5"),
    ("triangular", "triangle5"),
    ("diamond", "diamond41"),
    ("asymmetrical", "asymmetric-cross"),
    ("bell", "asymmetric-cross"),
];

/// Returns the library name of a board with this name or another one, ignoring letter case, blanks and hyphens.
pub(crate) fn library_name(name: &str) -> Option<&'static str> {
    let wanted = plain(name);
    let mut names = names_with_aliases();
    names
        .find(|(known, _)| plain(known) == wanted)
        .map(|(_, name)| name)
}

/// Iterates over all names, each with the library name that it means.
pub(crate) fn names_with_aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    let names = LIBRARY.iter().map(|(name, _)| (*name, *name));
    names.chain(ALIASES.iter().copied())
}

fn plain(name: &str) -> String {
    let letters = name
        .chars()
        .filter(|c| !c.is_whitespace() && !"-_".contains(*c));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_name_means_one_board() {
        let names: Vec<String> = names_with_aliases().map(|(name, _)| plain(name)).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for (name, board) in names_with_aliases() {
            assert!(LIBRARY.iter().any(|(known, _)| *known == board), "{board}");
            assert_eq!(library_name(&name.to_uppercase()), Some(board));
        }
        assert_eq!(library_name("Cracker Barrel"), Some("cracker-barrel"));
        assert_eq!(library_name("hiq"), Some("english"));
        assert_eq!(library_name("nowhere"), None);
    }

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
