//! Runs the console blocks of the documents, and checks their links, paths and versions.

use pegboard::{Board, Line};
use serde_json::Value;
use std::fs;
use std::path::Path;

const REPOSITORY: &str = "../..";

/// Document with its path in the repository.
struct Document {
    path: String,
    text: String,
}

/// Returns the documents at the root of the repository, in `docs` and in `.github`.
fn documents() -> Vec<Document> {
    let in_folder = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(Path::new(REPOSITORY).join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.ends_with(".md"))
            .map(|name| format!("{folder}{name}"))
            .collect()
    };
    let mut paths = [in_folder(""), in_folder("docs/"), in_folder(".github/")].concat();
    paths.sort();
    let read = |path: String| Document {
        text: fs::read_to_string(Path::new(REPOSITORY).join(&path)).unwrap(),
        path,
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn the_console_blocks_of_the_documents_are_correct() {
    let documents = documents();
    let files: Vec<_> = documents
        .iter()
        .flat_map(|document| files_to_save(&document.text))
        .collect();
    assert!(!files.is_empty(), "the documents say which files to save");
    let folder = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    for Document { path, text } in &documents {
        if !text.contains("```console") {
            continue;
        }
        let copy = folder.path().join(path.replace('/', "-"));
        let working_folder = copy.with_extension("in"); // where trycmd runs the commands
        fs::write(&copy, with_final_newlines(text)).unwrap();
        fs::create_dir(&working_folder).unwrap();
        for (name, text) in &files {
            fs::write(working_folder.join(name), text).unwrap();
        }
        cases.case(copy);
    }
    cases.run();
}

#[test]
fn the_moves_that_the_readme_shows_solve_the_central_game() {
    let readme = fs::read_to_string("../../README.md").unwrap();
    let (_, rest) = readme.split_once("$ pegboard solve english\n").unwrap();
    let (_sentence, rest) = rest.split_once("\n\n").unwrap();
    let (moves, _) = rest.split_once("```").unwrap();
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let line = Line::parse(&board.vacate(center), moves).unwrap();
    assert_eq!(line.finish(), &board.with_pegs([center]));
}

#[test]
fn the_relative_links_of_the_documents_lead_to_files_and_headings() {
    let mut broken = Vec::new();
    let mut links = 0;
    for Document { path, text } in documents() {
        for link in links_of(&text) {
            links += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => Path::new(REPOSITORY).join(&path),
                file => Path::new(REPOSITORY).join(&path).with_file_name(file),
            };
            let leads_somewhere = if heading.is_empty() {
                target.exists()
            } else {
                fs::read_to_string(&target)
                    .is_ok_and(|text| anchors(&text).iter().any(|anchor| anchor == heading))
            };
            if !leads_somewhere {
                broken.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(links > 50, "only {links} links");
}

#[test]
fn the_site_and_the_guide_list_every_page() {
    let documents = documents();
    let lists = ["docs/README.md", "docs/SUMMARY.md"];
    let pages = documents.iter().map(|document| document.path.as_str());
    for page in pages.filter(|path| path.starts_with("docs/") && !lists.contains(path)) {
        let name = page.trim_start_matches("docs/");
        for list in lists {
            let list = documents
                .iter()
                .find(|document| document.path == list)
                .unwrap();
            assert!(
                links_of(&list.text).contains(&name),
                "{}: no link to {name}",
                list.path
            );
        }
    }
}

#[test]
fn the_paths_that_the_documents_name_exist() {
    let roots = [
        "benches/",
        "boards/",
        "crates/",
        "docs/",
        "examples/",
        "src/",
        "tests/",
    ];
    let mut missing = Vec::new();
    let mut paths = 0;
    for Document { path, text } in documents() {
        let prose = without_blocks(&text);
        let code = prose.split('`').skip(1).step_by(2);
        for named in code.filter(|code| roots.iter().any(|root| code.starts_with(root))) {
            paths += 1;
            if !Path::new(REPOSITORY).join(named).exists() {
                missing.push(format!("{path}: {named}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(paths > 30, "only {paths} paths");
}

/// The table in `docs/architecture.md` lists the modules. Tests may use everything.
#[test]
fn modules_use_only_modules_above_them() {
    let document = fs::read_to_string(Path::new(REPOSITORY).join("docs/architecture.md")).unwrap();
    let modules: Vec<&str> = document
        .lines()
        .skip_while(|line| *line != "| module | holds |")
        .skip(2)
        .map_while(|line| line.strip_prefix("| `src/")?.split_once("/` |"))
        .map(|(module, _)| module)
        .collect();
    assert!(modules.len() > 10, "{modules:?}");
    let mut used = 0;
    for (number, module) in modules.iter().enumerate() {
        for (path, text) in sources(&Path::new(REPOSITORY).join("src").join(module)) {
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            for code in text.lines().filter_map(|line| line.split("//").next()) {
                for name in code.split("crate::").skip(1) {
                    let end = name.find(|c: char| c != '_' && !c.is_alphanumeric());
                    let name = &name[..end.unwrap_or(name.len())];
                    let place = modules.iter().position(|module| *module == name);
                    assert!(place <= Some(number), "{path} uses {name}");
                    used += usize::from(place.is_some());
                }
            }
        }
    }
    assert!(used > 500, "only {used} uses");
}

/// Returns the paths and texts of the Rust files in a folder, without those of tests.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else if path.ends_with("tests.rs")
                || path.extension().is_none_or(|ending| ending != "rs")
            {
                Vec::new()
            } else {
                vec![(
                    path.display().to_string(),
                    fs::read_to_string(&path).unwrap(),
                )]
            }
        })
        .collect()
}

#[test]
fn all_packages_and_documents_have_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |path: &str| fs::read_to_string(Path::new(REPOSITORY).join(path)).unwrap();
    let line = |path: &str, start: &str| {
        let text = read(path);
        let found = text.lines().find(|line| line.starts_with(start));
        found
            .map(str::to_owned)
            .unwrap_or_else(|| panic!("{path}: no {start}"))
    };
    let members = line("Cargo.toml", "members = ");
    for member in members.split('"').skip(1).step_by(2).chain(["."]) {
        let manifest = format!("{member}/Cargo.toml");
        let inherits = read(&manifest).contains("\nversion.workspace = true\n");
        assert!(inherits, "{manifest}");
    }
    for dependency in read("Cargo.toml")
        .lines()
        .filter(|line| line.contains("{ path = \""))
    {
        let stated = dependency.contains(&format!("version = \"{version}\""));
        assert!(stated, "{dependency}");
    }
    for path in [
        "web/package.json",
        "web/npm/package.json",
        "web/package-lock.json",
    ] {
        let package: Value = serde_json::from_str(&read(path)).unwrap();
        assert_eq!(package["version"], version, "{path}");
        let locked = &package["packages"][""]["version"];
        assert!(locked.is_null() || locked == version, "{path}: {locked}");
    }
    let dynamic = line("python/pyproject.toml", "dynamic = ");
    assert!(dynamic.contains("\"version\""), "{dynamic}");
    assert_eq!(
        line("CITATION.cff", "version: "),
        format!("version: {version}")
    );
    line("CHANGELOG.md", &format!("## [{version}]"));
}

/// Appends an empty line to every console block: trycmd drops the newline of a block's last line, but not that of the
/// program's output.
fn with_final_newlines(document: &str) -> String {
    let mut in_console = false;
    let mut text = String::new();
    for line in document.lines() {
        if in_console && line == "```" {
            text.push('\n');
        }
        in_console = if line.starts_with("```") {
            line == "```console"
        } else {
            in_console
        };
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Returns the name and text of each block that follows "Save this as `name`:".
fn files_to_save(document: &str) -> Vec<(&str, &str)> {
    let file = |piece| {
        let (name, rest) = str::split_once(piece, "`:\n\n```")?;
        let (_language, rest) = rest.split_once('\n')?;
        let (text, _) = rest.split_once("```")?;
        Some((name, text))
    };
    document
        .split("Save this as `")
        .skip(1)
        .filter_map(file)
        .collect()
}

/// Returns the lines outside code blocks.
fn without_blocks(document: &str) -> String {
    let mut in_block = false;
    let is_prose = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    };
    document
        .lines()
        .filter(is_prose)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the targets of links and pictures, except web addresses.
fn links_of(document: &str) -> Vec<&str> {
    let targets = document.split("](").skip(1);
    targets
        .filter_map(|rest| Some(rest.split_once(')')?.0))
        .filter(|target| !target.contains("://") && !target.contains(char::is_whitespace))
        .collect()
}

/// Returns the link anchors of a page's headings: in lower case, without punctuation, with hyphens for blanks.
fn anchors(document: &str) -> Vec<String> {
    let anchor = |heading: &str| {
        let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        let text: String = heading
            .trim_start_matches('#')
            .trim()
            .chars()
            .filter(kept)
            .collect();
        text.to_lowercase().replace(' ', "-")
    };
    without_blocks(document)
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(anchor)
        .collect()
}
