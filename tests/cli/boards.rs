use super::program::pegboard;
use pegboard::Board;
use serde_json::{Value, json};

fn svss(board: &Board) -> Vec<Value> {
    let label = |hole| board.label(hole);
    let problems = board.svss_problems().into_iter();
    problems.map(|each| json!({ "vacate": label(each.vacancy()), "finish": label(each.finish()) })).collect()
}

fn assert_facts(facts: &Value, board: &Board) {
    assert_eq!(facts["name"], board.name());
    assert_eq!(facts["holes"], board.hole_count());
    assert_eq!(facts["jumps"], board.jumps().len());
    assert_eq!(facts["lattice"], board.lattice().to_string());
    assert_eq!(facts["symmetry"], board.symmetry_group().to_string());
    assert_eq!(facts["backend"], if board.hole_count() <= 64 { "u64" } else { "u128" });
    assert_eq!(facts["null_class"], board.is_null_class());
    assert_eq!(facts["svss"], Value::from(svss(board)));
    let in_types: usize =
        facts["types"].as_array().unwrap().iter().map(|kind| kind.as_array().unwrap().len()).sum();
    assert_eq!(in_types, board.svss_problems().len());
}

#[test]
fn the_list_has_a_line_for_each_board_of_the_library() {
    let list = pegboard(&["boards"]).ok();
    let names: Vec<&str> = list.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, Board::library_names().collect::<Vec<_>>());
    let english = list.lines().find(|line| line.contains(" english ")).unwrap();
    let columns: Vec<&str> = english.split_whitespace().collect();
    assert_eq!(columns, ["english", "33", "76", "square", "D4", "u64", "yes", "21", "3"]);
}

#[test]
fn the_list_as_json_has_the_facts_of_each_board() {
    let list = pegboard(&["boards", "--json"]).json();
    let boards = list["boards"].as_array().unwrap();
    assert_eq!(boards.len(), Board::library_names().len());
    for facts in boards {
        assert_facts(facts, &Board::library(facts["library_name"].as_str().unwrap()).unwrap());
    }
}

#[test]
fn info_shows_the_board_its_facts_and_its_types() {
    insta::assert_snapshot!(pegboard(&["info", "english"]).ok());
    insta::assert_snapshot!(pegboard(&["info", "triangle3"]).ok());
}

#[test]
fn info_as_json_has_the_facts() {
    for name in ["diamond13", "triangle11"] {
        let facts = pegboard(&["info", name, "--json"]).json();
        assert_facts(&facts, &Board::library(name).unwrap());
    }
}

#[test]
fn an_unknown_board_is_refused_with_the_name_that_was_meant() {
    assert_eq!(
        pegboard(&["info", "weigleb"]).refused(),
        "error: the library has no board `weigleb`; did you mean `wiegleb`?\n"
    );
    assert!(pegboard(&["info", "nowhere.ron"]).refused().starts_with("error: cannot read nowhere.ron: "));
}
