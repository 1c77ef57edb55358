//! Checks the output of `--json` against the schema that `pegboard schema` prints.

use super::program::{pegboard, pegboard_in};
use serde_json::{Value, json};
use std::fs;

/// Validator for the part of JSON Schema (2020-12) that the schema uses. Unknown keywords are failures.
struct Schema(Value);

impl Schema {
    fn of_the_program() -> Schema {
        Schema(pegboard(&["schema"]).json())
    }

    /// Returns each definition of an object with the value of `command` that tells it apart.
    fn branches(&self) -> Vec<(&str, &Value)> {
        let branches = self.0["oneOf"].as_array().unwrap().iter();
        let definitions = branches.map(|branch| branch["$ref"].as_str().unwrap());
        definitions
            .map(|reference| reference.strip_prefix("#/$defs/").unwrap())
            .map(|name| {
                (
                    name,
                    &self.0["$defs"][name]["properties"]["command"]["const"],
                )
            })
            .collect()
    }

    /// Returns the errors in the object that a command printed.
    fn faults(&self, definition: &str, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(
            &json!({ "$ref": format!("#/$defs/{definition}") }),
            value,
            definition,
            &mut faults,
        );
        faults
    }

    fn check(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let mut fault = |what: &str| faults.push(format!("{place}: {what}"));
        for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
            match keyword.as_str() {
                "type" => {
                    let allowed = wanted
                        .as_array()
                        .cloned()
                        .unwrap_or_else(|| vec![wanted.clone()]);
                    if !allowed
                        .iter()
                        .any(|name| is_of_type(value, name.as_str().unwrap()))
                    {
                        fault(&format!("{value} is not {wanted}"));
                    }
                }
                "const" if value != wanted => fault(&format!("{value} is not {wanted}")),
                "const" => {}
                "enum" if !wanted.as_array().unwrap().contains(value) => {
                    fault(&format!("{value} is not one of {wanted}"))
                }
                "enum" => {}
                "minimum"
                    if value
                        .as_f64()
                        .is_some_and(|number| number < wanted.as_f64().unwrap()) =>
                {
                    fault(&format!("{value} is below {wanted}"));
                }
                "minimum" => {}
                "pattern" => {
                    assert_eq!(wanted, "^[0-9]+$", "the validator knows only this pattern");
                    let is_number = |text: &str| {
                        !text.is_empty() && text.chars().all(|character| character.is_ascii_digit())
                    };
                    if !value.as_str().is_none_or(is_number) {
                        fault(&format!("{value} is no number"));
                    }
                }
                "anyOf" => {
                    let fits = |schema: &Value| {
                        let mut faults = Vec::new();
                        self.check(schema, value, place, &mut faults);
                        faults.is_empty()
                    };
                    if !wanted.as_array().unwrap().iter().any(fits) {
                        fault(&format!("{value} fits none of {wanted}"));
                    }
                }
                _ => {}
            }
        }
        for (keyword, wanted) in schema.as_object().unwrap() {
            match keyword.as_str() {
                "$ref" => {
                    let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    self.check(&self.0["$defs"][name], value, place, faults);
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(wanted, item, &format!("{place}[{index}]"), faults);
                    }
                }
                "required" => {
                    let missing = |name: &&Value| {
                        value.is_object() && value.get(name.as_str().unwrap()).is_none()
                    };
                    let names = wanted.as_array().unwrap().iter().filter(missing);
                    faults.extend(names.map(|name| format!("{place}: {name} is missing")));
                }
                "additionalProperties" => {
                    let known = schema.get("properties").and_then(Value::as_object);
                    let others = value.as_object().into_iter().flatten();
                    for (name, item) in others
                        .filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)))
                    {
                        let place = format!("{place}.{name}");
                        match wanted {
                            Value::Bool(false) => {
                                faults.push(format!("{place} is not in the schema"))
                            }
                            wanted => self.check(wanted, item, &place, faults),
                        }
                    }
                }
                "properties" => {
                    for (name, schema) in wanted.as_object().unwrap() {
                        if let Some(item) = value.get(name) {
                            self.check(schema, item, &format!("{place}.{name}"), faults);
                        }
                    }
                }
                "description" | "type" | "const" | "enum" | "minimum" | "pattern" | "anyOf" => {}
                unknown => panic!("unknown keyword `{unknown}`"),
            }
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("there is no type `{name}`"),
    }
}

/// Commands with their definitions, run in this order in one folder, with arguments that cover the parts of each
/// object.
const RUNS: &[(&str, &[&str])] = &[
    ("boards", &["boards"]),
    ("info", &["info", "triangle5"]),
    ("info", &["info", "bar.ron"]),
    ("problems", &["problems", "english"]),
    ("problems", &["problems", "square9"]),
    (
        "solve",
        &[
            "solve",
            "triangle5",
            "--finish-includes",
            "a1",
            "b2",
            "or",
            "c3",
            "--finish-excludes",
            "e5",
        ],
    ),
    ("check", &["check", "bar.ron", "bad.ron", "nowhere.ron"]),
    (
        "solve",
        &["solve", "triangle5", "--certificate", "a1.cert.ron"],
    ),
    ("solve", &["solve", "triangle5", "--finish", "b2"]),
    (
        "solve",
        &["solve", "square5", "--vacate", "any", "--finish", "a1"],
    ),
    (
        "solve",
        &["solve", "triangle5", "--vacate", "c3", "--fewest"],
    ),
    (
        "solve",
        &[
            "solve",
            "wiegleb",
            "--vacate",
            "e1",
            "--finish",
            "e1",
            "--nodes",
            "5",
            "--without",
            "pagodas,bitmap",
        ],
    ),
    (
        "solve",
        &["solve", "english", "--start", "d2 d3 c3", "--finish", "d4"],
    ),
    (
        "solve",
        &[
            "solve",
            "triangle5",
            "--fewest-moves",
            "--certificate",
            "moves.cert.ron",
        ],
    ),
    ("solve", &["solve", "triangle5", "--longest-move"]),
    ("solve_stuck", &["solve", "triangle5", "--stuck"]),
    ("solve_stuck", &["solve", "triangle5", "--stuck", "--all"]),
    (
        "solve_stuck",
        &["solve", "english", "--stuck", "--nodes", "10"],
    ),
    (
        "solve_vacancies",
        &["solve", "triangle4", "--vacate", "any", "--fewest-moves"],
    ),
    (
        "count_vacancies",
        &["count", "triangle4", "--vacate", "any"],
    ),
    (
        "count_vacancies",
        &["count", "triangle4", "--vacate", "any", "--fewest-moves"],
    ),
    ("count", &["count", "triangle4", "--odds-by-pegs"]),
    ("atlas_games", &["atlas", "triangle4", "--games"]),
    (
        "atlas_games",
        &["atlas", "rectangle5x6", "--games", "--memory", "1M"],
    ),
    ("atlas_stuck", &["atlas", "triangle4", "--stuck"]),
    (
        "solve_vacate_any_stuck",
        &["solve", "triangle4", "--vacate", "any", "--stuck"],
    ),
    ("solve", &["solve", "triangle5", "--longest-last-move"]),
    ("atlas", &["atlas", "triangle4"]),
    (
        "atlas_fewest_moves",
        &["atlas", "triangle4", "--fewest-moves"],
    ),
    (
        "atlas_longest_move",
        &["atlas", "triangle4", "--longest-move"],
    ),
    (
        "atlas_pack",
        &["atlas", "triangle4", "--pack", "triangle4.ron"],
    ),
    (
        "verify",
        &[
            "verify",
            "a1.cert.ron",
            "moves.cert.ron",
            "bad.ron",
            "triangle4.ron",
        ],
    ),
    ("sweep", &["sweep", "triangle5", "--vacate", "a1"]),
    (
        "sweep",
        &["sweep", "wiegleb", "--vacate", "e1", "--memory", "1M"],
    ),
    (
        "sweep",
        &[
            "sweep",
            "triangle5",
            "--vacate",
            "b2",
            "--finish",
            "c4",
            "--method",
            "lists",
        ],
    ),
    (
        "count",
        &["count", "triangle5", "--vacate", "a1", "--finish", "a1"],
    ),
    (
        "count",
        &[
            "count",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--solutions-only",
        ],
    ),
    (
        "count",
        &[
            "count",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--odds",
        ],
    ),
    (
        "count_fewest_moves",
        &[
            "count",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--fewest-moves",
            "--all",
        ],
    ),
    (
        "count_fewest_moves",
        &[
            "count",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "b3",
            "--fewest-moves",
        ],
    ),
    (
        "winning",
        &[
            "winning",
            "triangle5",
            "--indexed",
            "set.txt",
            "-o",
            "a1.win",
            "--csv",
            "a1.csv",
        ],
    ),
    ("winning", &["winning", "triangle5", "--from-csv", "a1.csv"]),
    ("verify", &["verify", "a1.win"]),
    ("draw", &["draw", "triangle5"]),
    (
        "draw",
        &["draw", "triangle5", "--solution", "-o", "strip.svg"],
    ),
    (
        "hint",
        &[
            "hint",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--played",
            "a3-a1 a5-a3 c5-a5",
        ],
    ),
    ("hint", &["hint", "triangle5", "--position", "a1"]),
    (
        "hint",
        &[
            "hint",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--played",
            "a3-a1",
            "--fewest-moves",
        ],
    ),
    (
        "hint",
        &[
            "hint", "wiegleb", "--vacate", "e1", "--finish", "e1", "--time", "1ms",
        ],
    ),
    (
        "puzzle",
        &[
            "puzzle",
            "english",
            "--seed",
            "1",
            "--difficulty",
            "hard",
            "--unique",
            "first-jump,finish",
        ],
    ),
    ("games", &["games", "triangle5", "--limit", "2"]),
    (
        "games",
        &[
            "games",
            "triangle5",
            "--seed",
            "1",
            "--solutions-only",
            "--limit",
            "2",
        ],
    ),
    ("graph", &["graph", "triangle5"]),
    (
        "graph",
        &[
            "graph",
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--dot",
        ],
    ),
    ("graph", &["graph", "triangle5", "-o", "graph.svg"]),
    ("import", &["import", "picture.txt"]),
    ("import", &["import", "picture.txt", "-o", "picture.ron"]),
    (
        "import_all",
        &["import", "picture.txt", "--all", "-o", "each.ron"],
    ),
    ("completions", &["completions", "fish"]),
    ("man", &["man"]),
    ("man", &["man", "solve"]),
    ("error", &["solve", "nowhere"]),
    ("error", &["solve", "bad.ron"]),
    ("error", &["solve"]),
    ("error", &["solve", "english", "--loud"]),
    ("error", &["import", "nowhere.txt"]),
    ("error", &["verify", "empty"]),
    ("error", &["puzzle", "triangle3", "--difficulty", "expert"]),
    (
        "error",
        &["count", "wiegleb", "--vacate", "e1", "--time", "10ms"],
    ),
];

#[test]
fn every_command_prints_what_the_schema_says() {
    let schema = Schema::of_the_program();
    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    save(
        "bar.ron",
        "Board(name: \"Bar\", lattice: Square, holes: Picture([\"oooo\"]), note: \"short\")",
    );
    save("bad.ron", "Board(name: 1, colour: 2)");
    save("picture.txt", "***\n*oo\n***\n");
    fs::create_dir(folder.path().join("empty")).unwrap();
    let mut unseen: Vec<&String> = schema.0["$defs"].as_object().unwrap().keys().collect();
    unseen.retain(|name| {
        schema.0["oneOf"]
            .as_array()
            .unwrap()
            .contains(&json!({ "$ref": format!("#/$defs/{name}") }))
    });
    let branches = schema.branches();
    for (definition, args) in RUNS {
        let run = pegboard_in(folder.path(), &[args, &["--json"][..]].concat());
        let object = run.json();
        assert_eq!(schema.faults(definition, &object), [""; 0], "{args:?}");
        let others = branches
            .iter()
            .filter(|(_, command)| **command == object["command"]);
        let others: Vec<&str> = others.map(|(name, _)| *name).collect();
        assert_eq!(others, [*definition], "{args:?}");
        assert_eq!(
            run.code > 1 && *definition != "check" && *definition != "verify",
            is_failure(definition, run.code)
        );
        unseen.retain(|name| name != definition);
    }
    assert!(
        unseen.is_empty(),
        "{unseen:?} are in the schema, but no command was seen to print them"
    );
}

/// A program can run another command on the board of an object, without knowing the board.
#[test]
fn the_board_of_an_object_goes_back_in() {
    let folder = tempfile::tempdir().unwrap();
    let bar = "Board(name: \"Bar\", lattice: Square, holes: Picture([\"oooo\"]))";
    fs::write(folder.path().join("bar.ron"), bar).unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args).json();
    for (given, board, title) in [
        ("arrow", "arrow", "Arrow"),
        ("Hi-Q", "english", "English"),
        ("bar", "bar", "Bar"),
        ("bar.ron", "bar.ron", "Bar"),
    ] {
        for command in ["info", "draw"] {
            let object = run(&[command, given, "--json"]);
            assert_eq!(object["command"], command);
            assert_eq!(
                (&object["board"], &object["title"]),
                (&json!(board), &json!(title))
            );
        }
        let again = run(&[
            "info",
            run(&["info", given, "--json"])["board"].as_str().unwrap(),
            "--json",
        ]);
        assert_eq!(again["title"], title);
    }
    run(&["atlas", "triangle4", "--json"]);
    assert_eq!(
        run(&["atlas", "--verify", "triangle4.atlas", "--json"])["board"],
        "triangle4"
    );
    let files = run(&["verify", "triangle4.atlas", "--json"]);
    assert_eq!(files["files"][0]["board"], "triangle4");
    assert_eq!(files["files"][0]["title"], "Triangle 4");
}

#[test]
fn the_schema_names_itself_and_its_version() {
    let schema = Schema::of_the_program();
    let version = &schema.0["$defs"]["info"]["properties"]["schema"]["const"];
    assert_eq!(schema.0["$id"], format!("urn:pegboard:output:{version}"));
    assert_eq!(pegboard(&["schema", "--json"]).json(), schema.0);
    let commands: Vec<&Value> = schema
        .branches()
        .iter()
        .map(|(_, command)| *command)
        .collect();
    let mut different = commands.clone();
    different.sort_by_key(|command| command.to_string());
    different.dedup();
    assert_eq!(different.len(), commands.len());
}

/// Checks the kind of each error, and that its advice is separate.
#[test]
fn errors_have_a_kind_and_advice() {
    let folder = tempfile::tempdir().unwrap();
    let runs: [(&[&str], &str, &str, Option<&str>); 6] = [
        (
            &["solve", "weigleb"],
            "input",
            "the library has no board `weigleb`",
            Some("did you mean `wiegleb`? `pegboard boards` lists the library"),
        ),
        (
            &["draw", "english", "-o", "x.jpg"],
            "input",
            "cannot write drawings as JPG",
            Some(
                "name a file that ends in `.svg`, `.png` or `.pdf`, or for moves in `.html`, `.gif` or `.apng`",
            ),
        ),
        (
            &["play", "english"],
            "input",
            "`pegboard play` shows a game on the terminal and prints no JSON",
            Some("programs can use `pegboard hint --json`"),
        ),
        (
            &["solve", "english", "--problem", "lampp"],
            "input",
            "board `English` has no problem `lampp`",
            Some("did you mean `Lamp`?"),
        ),
        (
            &["count", "wiegleb", "--vacate", "e1", "--time", "10ms"],
            "limit",
            "stopped by the time limit",
            None,
        ),
        (
            &[
                "puzzle",
                "propeller",
                "--difficulty",
                "expert",
                "--symmetric",
                "--unique",
                "finish",
            ],
            "not-found",
            "no puzzle of this kind was found on board `Propeller` in 4,433 attempts",
            Some("try another seed, another difficulty or fewer conditions"),
        ),
    ];
    for (args, kind, message, help) in runs {
        let error = pegboard_in(folder.path(), &[args, &["--json"][..]].concat()).json();
        assert_eq!(
            (&error["kind"], &error["error"]),
            (&json!(kind), &json!(message)),
            "{args:?}"
        );
        assert_eq!(error["help"], json!(help), "{args:?}");
    }
    std::fs::write(folder.path().join("file"), "").unwrap();
    let unusable: [&[&str]; 3] = [
        &["import", "nowhere.txt"],
        &["sweep", "triangle5", "--scratch", "file/in"],
        &[
            "solve",
            "triangle5",
            "--vacate",
            "b3",
            "--finish",
            "b3",
            "--certificate",
            "c.ron",
            "--scratch",
            "file/in",
        ],
    ];
    for args in unusable {
        let error = pegboard_in(folder.path(), &[args, &["--json"][..]].concat()).json();
        assert_eq!(error["kind"], "file", "{args:?}");
    }
}

/// Returns `true` if a run printed an error. Undecided answers and hints end with exit code 2 but are not errors.
fn is_failure(definition: &str, code: i32) -> bool {
    definition == "error"
        || (code == 2
            && ["solve", "solve_stuck", "sweep", "hint", "atlas_games"].contains(&definition))
}

#[test]
fn the_validator_finds_faults() {
    let schema = Schema::of_the_program();
    let error = |value| schema.faults("error", &value);
    assert_eq!(
        error(
            json!({ "schema": 1, "command": "error", "kind": "input", "error": "x", "help": null, "diagnostics": null })
        ),
        [""; 0]
    );
    assert_eq!(
        error(
            json!({ "schema": 2, "command": "error", "kind": "input", "error": "x", "help": null, "diagnostics": null })
        )
        .len(),
        1
    );
    assert_eq!(
        error(
            json!({ "schema": 1, "command": "error", "kind": "input", "error": 7, "help": null, "diagnostics": null })
        )
        .len(),
        1
    );
    assert_eq!(
        error(
            json!({ "schema": 1, "command": "error", "kind": "input", "error": "x", "help": null })
        )
        .len(),
        1
    );
    assert_eq!(
        error(json!({ "schema": 1, "command": "error", "kind": "input", "error": "x", "help": null, "diagnostics": null, "more": 1 })).len(),
        1
    );
    assert!(
        !error(
            json!({ "schema": 1, "command": "error", "kind": "input", "error": "x", "help": null, "diagnostics": [{}] })
        )
        .is_empty()
    );
}
