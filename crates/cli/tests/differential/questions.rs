//! Each question to the program, and the answer of the reference.

use super::case::{Case, Goal, Question, Start, play};
use pegboard_fuzz::oracle::{Games, Jump, Rules, canonical, image};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::process::Command;
use tempfile::TempDir;

/// Most positions of a game; problems with more are left out.
const MAX_POSITIONS: usize = 5_000;

/// Most games or shortest solutions that are compared one by one.
const MAX_LISTED: usize = 3_000;

/// A case with its folder and all that the reference needs.
struct Asked<'a> {
    case: &'a Case,
    folder: TempDir,
    rules: Rules,
    labels: Vec<String>,
    /// The group of the board file.
    group: Vec<Vec<usize>>,
    start: u128,
    start_arguments: Vec<String>,
    /// `None` for the fewest pegs.
    finishes: Option<Vec<u128>>,
    goal_arguments: Vec<String>,
    /// Patterns of a goal with free holes: pegs and empty holes. The finishes are those that can be reached.
    patterns: Option<Vec<(u128, u128)>>,
}

/// Asks the program the question of a case, and compares the answer.
pub fn ask(case: &Case) {
    let asked = Asked::new(case);
    if asked.start == 0 {
        return; // the program refuses it
    }
    let Some(games) = Games::new(&asked.rules, asked.start, MAX_POSITIONS) else {
        return;
    };
    match case.question {
        Question::Info => asked.info(),
        Question::Solve => asked.solve(&games, false),
        Question::Certificate => asked.solve(&games, true),
        Question::AnyVacancy => asked.any_vacancy(),
        Question::Count => asked.count(&games),
        Question::Atlas => asked.atlas(false),
        Question::AtlasMoves => asked.atlas(true),
        Question::Games => asked.games(&games),
        Question::Indexed => asked.indexed(),
        _ => {
            let Some(finishes) = asked.finishes.clone() else {
                return;
            };
            match case.question {
                Question::FewestMoves => asked.fewest_moves(&games, &finishes, false),
                Question::FewestMovesCertificate => asked.fewest_moves(&games, &finishes, true),
                Question::LongestMove => asked.longest(&games, &finishes, false),
                Question::LongestLastMove => asked.longest(&games, &finishes, true),
                Question::LastMove => asked.last_move(&games, &finishes),
                Question::ListedSolutions => asked.listed_solutions(&games, &finishes),
                Question::UniformSolutions => asked.uniform_solutions(&games, &finishes),
                Question::Solutions => asked.solutions(&games, &finishes),
                Question::Odds => asked.odds(&games, &finishes),
                Question::ShortestSolutions => asked.shortest(&games, &finishes),
                Question::Sweep => asked.sweep(&games, &finishes, false),
                Question::RawSweep => asked.sweep(&games, &finishes, true),
                Question::Winning => asked.winning(&games, &finishes),
                Question::Hint => asked.hint(&games, &finishes, &["--time", "60s"]),
                Question::HintMoves => {
                    asked.hint(&games, &finishes, &["--time", "60s", "--fewest-moves"])
                }
                Question::HintFile => asked.hint_by_file(&games, &finishes),
                _ => unreachable!("matched above"),
            }
        }
    }
}

impl<'a> Asked<'a> {
    fn new(case: &'a Case) -> Asked<'a> {
        let rules = case.board.rules();
        let labels = case.board.labels();
        let full = rules.full();
        let hole = |index: &proptest::sample::Index| index.index(labels.len());
        let vacate = |holes: &[usize]| {
            let start = holes.iter().fold(full, |code, hole| code & !(1 << hole));
            let names: Vec<&str> = holes.iter().map(|hole| labels[*hole].as_str()).collect();
            (start, vec!["--vacate".to_owned(), names.join(",")])
        };
        let (start, start_arguments) = match &case.start {
            Start::Usual if case.board.has_vacancy => (full & !1, Vec::new()),
            Start::Usual => vacate(&[0]),
            Start::Vacate(holes) => {
                let holes: BTreeSet<usize> = holes.iter().map(hole).collect();
                vacate(&holes.into_iter().collect::<Vec<_>>())
            }
            Start::Pegs(pegs) => {
                let start = u128::from(*pegs) & full;
                (
                    start,
                    vec!["--start".to_owned(), pegs_of(&labels, start).join(" ")],
                )
            }
        };
        let any: Vec<u128> = (0..labels.len()).map(|hole| 1 << hole).collect();
        let position = |code: u128| {
            (
                Some(vec![code]),
                vec![
                    "--finish-position".to_owned(),
                    pegs_of(&labels, code).join(" "),
                ],
            )
        };
        let finish = |word: &str| vec!["--finish".to_owned(), word.to_owned()];
        let complement = full & !start;
        let mut free_patterns = None;
        let (finishes, goal_arguments) = match &case.goal {
            Goal::Default => {
                let is_complement = complement.count_ones() == 1
                    && start.count_ones() > 1
                    && rules.is_same_class(start, complement);
                let finishes = if is_complement { vec![complement] } else { any };
                (Some(finishes), Vec::new())
            }
            Goal::PegIn(holes) => {
                let holes: BTreeSet<usize> = holes.iter().map(hole).collect();
                let names: Vec<&str> = holes.iter().map(|hole| labels[*hole].as_str()).collect();
                (
                    Some(holes.iter().map(|hole| 1 << hole).collect()),
                    finish(&names.join(",")),
                )
            }
            Goal::OnePeg => (Some(any), finish("any")),
            Goal::Complement => (Some(vec![complement]), finish("complement")),
            Goal::Pegs(pegs) => position(u128::from(*pegs) & full),
            Goal::Reached(choices) => position(
                play(&rules, start, choices)
                    .last()
                    .map_or(start, |(_, code)| *code),
            ),
            Goal::FewestPegs => (None, vec!["--fewest".to_owned()]),
            Goal::Patterns(patterns) => {
                let mut distinct: Vec<(u128, u128)> = Vec::new();
                for (pegs, empty) in patterns {
                    let pegs = u128::from(*pegs) & full;
                    let pattern = match (pegs, u128::from(*empty) & full & !pegs) {
                        (0, empty) if empty & (full ^ 1) == 0 || empty == full => (1, 0),
                        pattern => pattern,
                    };
                    if !distinct.contains(&pattern) {
                        distinct.push(pattern);
                    }
                }
                let patterns = distinct;
                let leaves_free = !matches!(&*patterns, [(pegs, empty)] if pegs | empty == full);
                free_patterns = leaves_free.then(|| patterns.clone());
                let reached = rules.reachable(start, MAX_POSITIONS).unwrap_or_default();
                let matches = |code: &u128| {
                    let mut each = patterns.iter();
                    each.any(|(pegs, empty)| code & pegs == *pegs && code & empty == 0)
                };
                let words = |of: fn(&(u128, u128)) -> u128| {
                    let each = patterns
                        .iter()
                        .map(|pattern| pegs_of(&labels, of(pattern)).join(" "));
                    each.collect::<Vec<_>>().join(" or ")
                };
                let [pegs, empty] = [words(|pattern| pattern.0), words(|pattern| pattern.1)];
                let arguments = [("--finish-includes", pegs), ("--finish-excludes", empty)];
                let arguments = arguments
                    .into_iter()
                    .flat_map(|(option, words)| [option.to_owned(), words]);
                let finishes = match &*patterns {
                    [(pegs, _)] if !leaves_free => vec![*pegs],
                    _ => reached.into_iter().filter(matches).collect(),
                };
                (Some(finishes), arguments.collect())
            }
        };
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("board.ron"), case.board.text())
            .expect("the board can be written");
        let group = case.board.group().into_iter().map(|(_, to)| to).collect();
        Asked {
            case,
            folder,
            rules,
            labels,
            group,
            start,
            start_arguments,
            finishes,
            goal_arguments,
            patterns: free_patterns,
        }
    }

    /// Runs the program. Returns its exit code and its JSON object.
    fn run(&self, arguments: &[&str]) -> (i32, Value) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pegboard"));
        command
            .args(arguments)
            .arg("--json")
            .current_dir(self.folder.path());
        let output = command.output().expect("the program runs");
        let shown = || {
            let [out, error] =
                [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
            format!("pegboard {}\n{out}{error}", arguments.join(" "))
        };
        let code = output
            .status
            .code()
            .unwrap_or_else(|| panic!("{}: {}", output.status, shown()));
        assert!((0..=3).contains(&code), "exit code {code}: {}", shown());
        let json = serde_json::from_slice(&output.stdout);
        (
            code,
            json.unwrap_or_else(|error| panic!("{error}: {}", shown())),
        )
    }

    /// Runs a command about the problem. Returns `None` if the program refuses the problem because of its peg counts,
    /// which must be right.
    fn run_problem(&self, command: &str, arguments: &[&str]) -> Option<(i32, Value)> {
        let mut all = vec![command, "board.ron"];
        all.extend(
            self.start_arguments
                .iter()
                .chain(&self.goal_arguments)
                .map(String::as_str),
        );
        all.extend(arguments);
        all.extend(self.case.options);
        let (code, json) = self.run(&all);
        if code == 3 {
            let too_many = |finish: &u128| {
                *finish == 0
                    || finish.count_ones() >= self.start.count_ones() && *finish != self.start
            };
            let finishes = self.finishes.as_deref().unwrap_or_default();
            let is_right = if self.patterns.is_some() {
                finishes.is_empty()
            } else {
                !finishes.is_empty() && finishes.iter().all(too_many)
            };
            assert!(is_right, "{all:?}: {json}");
            return None;
        }
        Some((code, json))
    }

    fn pegs(&self, code: u128) -> Vec<&str> {
        pegs_of(&self.labels, code)
    }

    fn hole(&self, label: &str) -> usize {
        let hole = self.labels.iter().position(|known| known == label);
        hole.unwrap_or_else(|| panic!("`{label}` is no label"))
    }

    fn code(&self, labels: &Value) -> u128 {
        let labels = labels.as_array().expect("a list of labels").iter();
        labels
            .map(|label| 1 << self.hole(label.as_str().expect("a label")))
            .sum()
    }

    /// Plays moves such as `["a1-c1-c3"]`. Returns the finish, and the moves as holes.
    fn played(&self, start: u128, moves: &Value) -> (u128, Vec<Vec<usize>>) {
        let moves = moves
            .as_array()
            .unwrap_or_else(|| panic!("no moves: {moves}"));
        let read = |text: &Value| -> Vec<usize> {
            text.as_str()
                .expect("a move")
                .split('-')
                .map(|label| self.hole(label))
                .collect()
        };
        let moves: Vec<Vec<usize>> = moves.iter().map(read).collect();
        let finish = moves.iter().fold(start, |code, run| {
            self.rules
                .play(code, run)
                .unwrap_or_else(|| panic!("impossible: {run:?} in {moves:?}"))
        });
        for pair in moves.windows(2) {
            assert_ne!(
                pair[0].last(),
                pair[1].first(),
                "one move is written as two: {moves:?}"
            );
        }
        (finish, moves)
    }

    fn info(&self) {
        let (code, json) = self.run(&["info", "board.ron"]);
        assert_eq!(code, 0);
        assert_eq!(json["holes"], self.labels.len());
        assert_eq!(json["jumps"], self.rules.jumps.len());
        assert_eq!(json["symmetry"], self.case.board.group_name(), "{json}");
        for ((hole, label), (x, y)) in array(&json["hole_list"])
            .iter()
            .zip(&self.labels)
            .zip(&self.rules.holes)
        {
            assert_eq!(*hole, serde_json::json!({ "label": label, "x": x, "y": y }));
        }
        let full = self.rules.full();
        assert_eq!(json["null_class"], self.rules.is_same_class(full, 0));
        let images = array(&json["symmetries"]).iter().map(|symmetry| {
            let images = array(&symmetry["images"]).iter();
            images
                .map(|label| self.hole(label.as_str().expect("a label")))
                .collect::<Vec<_>>()
        });
        assert_eq!(
            images.collect::<BTreeSet<_>>(),
            self.group.iter().cloned().collect()
        );
        let listed: Vec<(usize, usize)> = array(&json["svss"])
            .iter()
            .map(|svss| self.ends(svss))
            .collect();
        assert_eq!(
            listed
                .iter()
                .map(|ends| self.orbit(*ends))
                .collect::<BTreeSet<_>>(),
            self.problems()
        );
        assert_eq!(listed.len(), self.problems().len());
    }

    /// Returns the vacancy and the finish of a single-vacancy problem.
    fn ends(&self, problem: &Value) -> (usize, usize) {
        let hole = |field: &str| self.hole(problem[field].as_str().expect("a label"));
        (hole("vacate"), hole("finish"))
    }

    /// Returns the smallest image of a single-vacancy problem.
    fn orbit(&self, (vacancy, finish): (usize, usize)) -> (usize, usize) {
        let images = self.group.iter().map(|to| (to[vacancy], to[finish]));
        images.min().expect("a group has an identity")
    }

    /// Returns the single-vacancy problems that the classes allow, up to symmetry. There are none if jumps do not connect
    /// all holes, because a peg stays in each part.
    fn problems(&self) -> BTreeSet<(usize, usize)> {
        if !self.rules.is_connected() {
            return BTreeSet::new();
        }
        let holes = 0..self.labels.len();
        let pairs = holes
            .clone()
            .flat_map(|vacancy| holes.clone().map(move |finish| (vacancy, finish)));
        let full = self.rules.full();
        pairs
            .filter(|(vacancy, finish)| {
                self.rules
                    .is_same_class(full & !(1 << vacancy), 1 << finish)
            })
            .map(|ends| self.orbit(ends))
            .collect()
    }

    fn solve(&self, games: &Games<'_>, with_certificate: bool) {
        let arguments: &[&str] = if with_certificate {
            &["--certificate", "proof.ron"]
        } else {
            &[]
        };
        let Some((code, json)) = self.run_problem("solve", arguments) else {
            return;
        };
        self.assert_solved(games, code, &json);
        assert_eq!(self.code(&json["start"]), self.start);
        if with_certificate {
            let (code, verified) = self.run(&["verify", "proof.ron"]);
            assert_eq!(
                (code, &verified["valid"]),
                (0, &Value::Bool(true)),
                "{verified}"
            );
            let answer = &verified["files"][0]["answer"];
            assert_eq!(answer, &json["answer"], "{verified}");
        }
    }

    /// Checks an answer and its moves.
    fn assert_solved(&self, games: &Games<'_>, code: i32, json: &Value) {
        let is_solvable = match &self.finishes {
            Some(finishes) => !games.reached(finishes).is_empty(),
            None => true,
        };
        let expected = if is_solvable {
            (0, "solvable")
        } else {
            (1, "unsolvable")
        };
        assert_eq!(
            (code, json["answer"].as_str()),
            (expected.0, Some(expected.1)),
            "{json}"
        );
        if !is_solvable {
            assert!(
                json["moves"].is_null() && json["proof"].is_string(),
                "{json}"
            );
            return;
        }
        let (finish, moves) = self.played(games.start, &json["moves"]);
        match &self.finishes {
            Some(finishes) => assert!(finishes.contains(&finish), "{json}"),
            None => assert_eq!(finish.count_ones(), games.fewest_pegs(), "{json}"),
        }
        assert_eq!(
            json["jumps"],
            moves.iter().map(|run| run.len() - 1).sum::<usize>()
        );
        assert_eq!(json["pegs_left"], finish.count_ones());
    }

    fn any_vacancy(&self) {
        let goal_is_fixed = matches!(
            self.case.goal,
            Goal::PegIn(_) | Goal::OnePeg | Goal::Pegs(_)
        );
        let Some(finishes) = self.finishes.as_deref().filter(|_| goal_is_fixed) else {
            return;
        };
        if finishes.contains(&0) {
            return; // the program refuses it
        }
        let mut arguments = vec!["solve", "board.ron", "--vacate", "any"];
        arguments.extend(self.goal_arguments.iter().map(String::as_str));
        let (code, json) = self.run(&arguments);
        let full = self.rules.full();
        let starts = (0..self.labels.len()).map(|hole| full & !(1 << hole));
        let is_solvable = starts.clone().filter(|start| *start != 0).any(|start| {
            let reached = self
                .rules
                .reachable(start, usize::MAX)
                .expect("there is no bound");
            finishes.iter().any(|finish| reached.contains(finish))
        });
        if code == 3 {
            // A finish with as many pegs as the start is refused.
            let pegs = finishes.iter().map(|finish| finish.count_ones() as usize);
            assert!(pegs.max() >= Some(self.labels.len() - 1), "{json}");
            return;
        }
        assert_eq!(code, i32::from(!is_solvable), "{json}");
        if is_solvable {
            let start = self.code(&json["start"]);
            assert!(starts.into_iter().any(|known| known == start));
            assert!(
                finishes.contains(&self.played(start, &json["moves"]).0),
                "{json}"
            );
        }
    }

    fn fewest_moves(&self, games: &Games<'_>, finishes: &[u128], with_certificate: bool) {
        let mut arguments = vec!["--fewest-moves"];
        if with_certificate {
            arguments.extend(["--certificate", "proof.ron"]);
        }
        let Some((code, json)) = self.run_problem("solve", &arguments) else {
            return;
        };
        let fewest = games
            .moves_to_go(finishes)
            .get(&(self.start, None))
            .copied();
        self.assert_solved(games, code, &json);
        assert_eq!(json["fewest_moves"], serde_json::json!(fewest), "{json}");
        assert_eq!(json["proved"], true);
        if let Some(fewest) = fewest {
            assert_eq!(array(&json["moves"]).len(), fewest, "{json}");
        }
        if with_certificate {
            let (code, verified) = self.run(&["verify", "proof.ron"]);
            assert_eq!(
                (code, &verified["valid"]),
                (0, &Value::Bool(true)),
                "{verified}"
            );
            if fewest.is_some_and(|fewest| fewest > 0) {
                assert_eq!(
                    verified["files"][0]["fewest_moves"],
                    serde_json::json!(fewest),
                    "{verified}"
                );
            }
        }
    }

    fn longest(&self, games: &Games<'_>, finishes: &[u128], is_last: bool) {
        let (option, field) = if is_last {
            ("--longest-last-move", "last_move_jumps")
        } else {
            ("--longest-move", "longest_move_jumps")
        };
        let Some((code, json)) = self.run_problem("solve", &[option]) else {
            return;
        };
        self.assert_solved(games, code, &json);
        let longest = games.longest_move(finishes, is_last);
        assert_eq!(json[field], serde_json::json!(longest), "{json}");
        if let Some(longest) = longest {
            let (_, moves) = self.played(self.start, &json["moves"]);
            let mut jumps = moves.iter().map(|run| run.len() - 1);
            let found = if is_last {
                jumps.next_back()
            } else {
                jumps.max()
            };
            assert_eq!(found.unwrap_or(0), longest, "{json}");
        }
    }

    /// Asks for a solution that ends with the last move of random play, or with a random jump.
    fn last_move(&self, games: &Games<'_>, finishes: &[u128]) {
        let line = play(&self.rules, self.start, &self.case.played);
        let Some((jump, _)) = line.last() else {
            return;
        };
        let Some(solutions) = games.all_solutions(finishes, MAX_LISTED) else {
            return;
        };
        let mut from = line.len() - 1;
        while from > 0 && line[from - 1].0.to == line[from].0.from {
            from -= 1;
        }
        let last: Vec<Jump> = match self.case.played.len() % 2 {
            0 => line[from..].iter().map(|(jump, _)| *jump).collect(),
            _ => vec![*jump],
        };
        let mut notation = self.labels[last[0].from].clone();
        for jump in &last {
            let [over, to] = [jump.over, jump.to].map(|hole| &self.labels[hole]);
            notation += &format!("-({over})-{to}");
        }
        let ends_so = |line: &Vec<Jump>| {
            let before = line.len().checked_sub(last.len());
            before.is_some_and(|before| {
                line[before..] == last
                    && before
                        .checked_sub(1)
                        .is_none_or(|previous| line[previous].to != last[0].from)
            })
        };
        let expected = solutions.iter().any(ends_so);
        let mut all = vec!["solve", "board.ron"];
        let arguments = self.start_arguments.iter().chain(&self.goal_arguments);
        all.extend(arguments.map(String::as_str));
        all.extend(["--last-move", &notation]);
        let (code, json) = self.run(&all);
        if code == 3 {
            assert!(!expected, "{all:?}: {json}"); // no finish can be entered by this move
            return;
        }
        assert_eq!(code, i32::from(!expected), "{all:?}: {json}");
        if expected {
            let (finish, moves) = self.played(self.start, &json["moves"]);
            assert!(finishes.contains(&finish), "{json}");
            let from = [last[0].from].into_iter();
            let holes: Vec<usize> = from.chain(last.iter().map(|jump| jump.to)).collect();
            assert_eq!(moves.last(), Some(&holes), "{json}");
        }
    }

    fn listed_solutions(&self, games: &Games<'_>, finishes: &[u128]) {
        let Some(solutions) = games.all_solutions(finishes, MAX_LISTED) else {
            return;
        };
        let Some((code, json)) = self.run_solutions(&["--all"]) else {
            return;
        };
        assert_eq!(code, i32::from(solutions.is_empty()), "{json}");
        let listed = array(&json["games"]).iter();
        let different: BTreeSet<Vec<Vec<usize>>> = listed
            .map(|game| {
                let (finish, moves) = self.played(self.start, &game["moves"]);
                assert!(finishes.contains(&finish), "{game}");
                moves
            })
            .collect();
        assert_eq!(array(&json["games"]).len(), different.len(), "{json}");
        assert_eq!(different.len(), solutions.len(), "{json}");
    }

    fn uniform_solutions(&self, games: &Games<'_>, finishes: &[u128]) {
        let arguments = ["--uniform", "--seed", "1", "--limit", "4"];
        let Some((code, json)) = self.run_solutions(&arguments) else {
            return;
        };
        let is_solvable = !games.reached(finishes).is_empty();
        assert_eq!(code, i32::from(!is_solvable), "{json}");
        for game in array(&json["games"]) {
            let (finish, moves) = self.played(self.start, &game["moves"]);
            assert!(finishes.contains(&finish), "{game}");
            let jumps = moves.iter().flat_map(|run| run.windows(2));
            let mut code = self.start;
            for jump in jumps {
                assert!(!finishes.contains(&code), "{game} goes on after the goal");
                code = self.rules.play(code, jump).expect("the line was played");
            }
        }
    }

    /// Runs `games --solutions-only`. Returns `None` if the program refuses the problem.
    fn run_solutions(&self, arguments: &[&str]) -> Option<(i32, Value)> {
        let mut all = vec!["games", "board.ron", "--solutions-only"];
        let of_problem = self.start_arguments.iter().chain(&self.goal_arguments);
        all.extend(of_problem.map(String::as_str));
        all.extend(arguments);
        let (code, json) = self.run(&all);
        (code != 3).then_some((code, json))
    }

    fn count(&self, games: &Games<'_>) {
        let Some((code, json)) = self.run_problem("count", &[]) else {
            return;
        };
        assert_eq!(code, 0, "{json}");
        let counts = games.counts();
        assert_eq!(json["games"], counts.games.to_string(), "{json}");
        let by_final_pegs = counts.by_final_pegs.iter();
        let by_final_pegs: BTreeMap<String, String> = by_final_pegs
            .map(|(pegs, games)| (pegs.to_string(), games.to_string()))
            .collect();
        assert_eq!(
            json["by_final_pegs"],
            serde_json::json!(by_final_pegs),
            "{json}"
        );
        let by_survivor = counts.by_survivor.iter();
        let by_survivor: BTreeMap<&str, String> = by_survivor
            .map(|(hole, games)| (self.labels[*hole].as_str(), games.to_string()))
            .collect();
        assert_eq!(
            json["by_survivor"],
            serde_json::json!(by_survivor),
            "{json}"
        );
        let dead_ends = counts.by_final_pegs.keys().filter(|pegs| **pegs > 1);
        let shortest_dead_end = dead_ends.map(|pegs| self.start.count_ones() - pegs).min();
        assert_eq!(
            json["shortest_dead_end"],
            serde_json::json!(shortest_dead_end),
            "{json}"
        );
        assert_eq!(json["shortest_game"], counts.shortest_game, "{json}");
        assert_eq!(json["longest_game"], counts.longest_game, "{json}");
        let solutions = self.finishes.as_ref();
        let solutions = solutions.map(|finishes| games.solutions(finishes).to_string());
        assert_eq!(json["solutions"], serde_json::json!(solutions), "{json}");
    }

    fn solutions(&self, games: &Games<'_>, finishes: &[u128]) {
        let Some((code, json)) = self.run_problem("count", &["--solutions-only"]) else {
            return;
        };
        let solutions = games.solutions(finishes);
        assert_eq!(
            (code, &json["solutions"]),
            (0, &Value::String(solutions.to_string())),
            "{json}"
        );
    }

    fn odds(&self, games: &Games<'_>, finishes: &[u128]) {
        let Some((code, json)) = self.run_problem("count", &["--odds"]) else {
            return;
        };
        assert_eq!(code, 0, "{json}");
        let expected = games.chances(finishes)[&self.start];
        assert_close(&json["chance"], expected);
        let exact = json["chance_exact"].as_str().expect("a fraction");
        let (over, under) = exact.split_once('/').expect("a fraction");
        let number = |text: &str| text.parse::<f64>().expect("a number");
        assert!(
            (number(over) / number(under) - expected).abs() <= 1e-9,
            "{json}: {expected}"
        );
    }

    fn shortest(&self, games: &Games<'_>, finishes: &[u128]) {
        let Some((code, json)) = self.run_problem("count", &["--fewest-moves"]) else {
            return;
        };
        let fewest = games
            .moves_to_go(finishes)
            .get(&(self.start, None))
            .copied();
        assert_eq!(code, i32::from(fewest.is_none()), "{json}");
        assert_eq!(json["fewest_moves"], serde_json::json!(fewest), "{json}");
        let Some(lines) = games.shortest(finishes, MAX_LISTED) else {
            return;
        };
        if fewest.is_some() {
            assert_eq!(json["sequences"], lines.len().to_string(), "{json}");
            let sets = Games::sets_of_moves(&lines, &self.stabilizer(finishes));
            assert_eq!(json["sets"], sets.to_string(), "{json}");
        }
    }

    /// Returns the symmetries that fix the start and the set of finishes. Finishes in another class cannot be reached, so
    /// they do not matter.
    fn stabilizer(&self, finishes: &[u128]) -> Vec<Vec<usize>> {
        let in_class = |finish: &&u128| self.rules.is_same_class(self.start, **finish);
        let finishes: Vec<u128> = finishes.iter().filter(in_class).copied().collect();
        let keeps_finishes = |to: &Vec<usize>| match &self.patterns {
            Some(patterns) => patterns
                .iter()
                .all(|(pegs, empty)| patterns.contains(&(image(*pegs, to), image(*empty, to)))),
            None => finishes
                .iter()
                .all(|finish| finishes.contains(&image(*finish, to))),
        };
        let fixes = |to: &&Vec<usize>| image(self.start, to) == self.start && keeps_finishes(to);
        self.group.iter().filter(fixes).cloned().collect()
    }

    fn sweep(&self, games: &Games<'_>, finishes: &[u128], is_raw: bool) {
        let arguments: &[&str] = if is_raw {
            &["--raw", "--method", "lists"]
        } else {
            &[]
        };
        let Some((code, json)) = self.run_problem("sweep", arguments) else {
            return;
        };
        assert_eq!(code, 0, "{json}");
        let with_finish = !self.goal_arguments.is_empty();
        let group = match (is_raw, with_finish) {
            (true, _) => self.group[..1].to_vec(),
            (false, true) => self.stabilizer(finishes),
            (false, false) => self.stabilizer(&[]),
        };
        assert_eq!(json["symmetries"], group.len(), "{json}");
        let winning = games.winning(finishes);
        let lost = games.codes.iter().filter(|code| winning.contains(code));
        let lost: HashSet<u128> = lost
            .flat_map(|code| self.rules.after(*code).map(|(_, next)| next))
            .filter(|code| !winning.contains(code))
            .collect();
        let at = |pegs: u32, codes: &mut dyn Iterator<Item = u128>| -> BTreeSet<u128> {
            codes
                .filter(|code| code.count_ones() == pegs)
                .map(|code| canonical(code, &group))
                .collect()
        };
        let mut levels = Vec::new();
        for pegs in (1..=self.start.count_ones()).rev() {
            let reachable = at(pegs, &mut games.codes.iter().copied());
            if reachable.is_empty() {
                break;
            }
            let jumps: usize = reachable
                .iter()
                .map(|code| self.rules.after(*code).count())
                .sum();
            let [winning, lost] = [&winning, &lost]
                .map(|codes| with_finish.then(|| at(pegs, &mut codes.iter().copied()).len()));
            levels.push(serde_json::json!([
                pegs,
                reachable.len(),
                winning,
                lost,
                jumps
            ]));
        }
        let row = |level: &Value| {
            serde_json::json!([
                level["pegs"],
                level["reachable"],
                level["winning"],
                level["just_lost"],
                level["jumps_tried"]
            ])
        };
        assert_eq!(
            array(&json["levels"]).iter().map(row).collect::<Vec<_>>(),
            levels,
            "{json}"
        );
    }

    /// Reads the codes of a file that `winning --csv` wrote.
    fn csv(&self, name: &str) -> BTreeSet<u128> {
        let text =
            std::fs::read_to_string(self.folder.path().join(name)).expect("the file was written");
        let codes: Vec<u128> = text
            .lines()
            .skip(1)
            .map(|line| {
                let (pegs, code) = line.split_once(',').expect("two fields");
                let code: u128 = code.parse().expect("a code");
                assert_eq!(pegs, code.count_ones().to_string());
                code
            })
            .collect();
        let unique: BTreeSet<u128> = codes.iter().copied().collect();
        assert_eq!(unique.len(), codes.len());
        unique
    }

    /// Returns codes up to the symmetries of the board.
    fn classes(&self, codes: impl IntoIterator<Item = u128>) -> BTreeSet<u128> {
        codes
            .into_iter()
            .map(|code| canonical(code, &self.group))
            .collect()
    }

    fn winning(&self, games: &Games<'_>, finishes: &[u128]) {
        let Some((code, json)) =
            self.run_problem("winning", &["--csv", "codes.csv", "-o", "set.win"])
        else {
            return;
        };
        let (verified, report) = self.run(&["verify", "set.win", "--board", "board.ron"]);
        assert_eq!(verified, 0, "{report}");
        let winning = games.winning(finishes);
        assert_eq!(code, i32::from(winning.is_empty()), "{json}");
        assert_eq!(
            self.csv("codes.csv"),
            self.classes(winning.iter().copied()),
            "{json}"
        );
        if winning.is_empty() {
            return;
        }
        let arguments = ["--from-csv", "codes.csv", "-o", "again.win"];
        let (code, json) = self
            .run_problem("winning", &arguments)
            .expect("the problem was accepted");
        assert_eq!(code, 0, "{json}");
        let [first, again] = ["set.win", "again.win"]
            .map(|name| std::fs::read(self.folder.path().join(name)).expect("it was written"));
        assert_eq!(first, again);
    }

    fn indexed(&self) {
        let full = self.rules.full();
        let complement = full & !self.start;
        if complement.count_ones() != 1 || self.start.count_ones() < 2 {
            return;
        }
        let games =
            Games::new(&self.rules, self.start, MAX_POSITIONS).expect("the caller counted them");
        let winning = games.winning(&[complement]);
        let vacancy = self.pegs(complement)[0];
        let problem = [
            "winning",
            "board.ron",
            "--vacate",
            vacancy,
            "--finish",
            "complement",
        ];
        let (code, json) = self.run(&[&problem[..], &["--indexed", "indexed.txt"]].concat());
        assert_eq!(code, i32::from(winning.is_empty()), "{json}");
        let from = [
            &problem[..],
            &["--from-indexed", "indexed.txt", "--csv", "codes.csv"],
        ]
        .concat();
        let (code, json) = self.run(&from);
        if winning.is_empty() {
            assert_ne!(code, 0, "{json}");
        } else {
            assert_eq!(code, 0, "{json}");
            assert_eq!(self.csv("codes.csv"), self.classes(winning));
        }
    }

    fn hint(&self, games: &Games<'_>, finishes: &[u128], arguments: &[&str]) {
        let line = play(&self.rules, self.start, &self.case.played);
        let notation = |jump: &Jump| format!("{}-{}", self.labels[jump.from], self.labels[jump.to]);
        let played: Vec<String> = line.iter().map(|(jump, _)| notation(jump)).collect();
        let played = played.join(" ");
        let position = line.last().map_or(self.start, |(_, code)| *code);
        let last = line.last().map(|(jump, _)| jump.to);
        let mut arguments = arguments.to_vec();
        if !line.is_empty() {
            arguments.extend(["--played", &played]);
        }
        let Some((code, json)) = self.run_problem("hint", &arguments) else {
            return;
        };
        let winning = games.winning(finishes);
        let verdict = |code: u128| {
            if winning.contains(&code) {
                "winning"
            } else {
                "losing"
            }
        };
        assert_eq!(json["verdict"], verdict(position), "{json}");
        assert_eq!(code, i32::from(!winning.contains(&position)), "{json}");
        assert_eq!(self.code(&json["position"]), position);
        let to_go = games.moves_to_go(finishes);
        let with_moves = arguments.contains(&"--fewest-moves") && winning.contains(&position);
        if with_moves {
            assert_eq!(
                json["moves_needed"],
                serde_json::json!(to_go.get(&(position, last))),
                "{json}"
            );
        }
        let mut expected = BTreeMap::new();
        for (jump, next) in self.rules.after(position) {
            let moves = to_go.get(&(next, Some(jump.to)));
            let moves = moves.map(|moves| moves + usize::from(last != Some(jump.from)));
            let moves = moves.filter(|_| with_moves);
            expected.insert(notation(&jump), (verdict(next).to_owned(), moves));
        }
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let listed = array(&json["jumps"]).iter();
        let found: BTreeMap<String, (String, Option<usize>)> = listed
            .map(|jump| {
                (
                    text(&jump["jump"]),
                    (
                        text(&jump["verdict"]),
                        jump["moves_needed"].as_u64().map(|moves| moves as usize),
                    ),
                )
            })
            .collect();
        if finishes.contains(&position) {
            return; // the game is won
        }
        assert_eq!(found, expected, "{json}");
        if !json["chance"].is_null() {
            assert_close(&json["chance"], games.chances(finishes)[&position]);
        }
        if json["best_line"].is_null() {
            assert!(arguments.contains(&"--winning"), "{json}");
            return;
        }
        let (finish, _) = self.played(position, &json["best_line"]);
        assert_eq!(json["pegs_left"], finish.count_ones(), "{json}");
        if winning.contains(&position) {
            assert!(finishes.contains(&finish), "{json}");
        }
    }

    fn hint_by_file(&self, games: &Games<'_>, finishes: &[u128]) {
        if self.run_problem("winning", &["-o", "set.win"]).is_some() {
            self.hint(games, finishes, &["--winning", "set.win"]);
        }
    }

    fn games(&self, games: &Games<'_>) {
        if games.counts().games > MAX_LISTED as u128 {
            return;
        }
        let mut arguments = vec!["games", "board.ron", "--all"];
        arguments.extend(
            self.start_arguments
                .iter()
                .chain(&self.goal_arguments)
                .map(String::as_str),
        );
        let (code, json) = self.run(&arguments);
        if code == 3 {
            return;
        }
        assert_eq!((code, &json["complete"]), (0, &Value::Bool(true)), "{json}");
        let mut different = HashSet::new();
        for game in array(&json["games"]) {
            let (finish, moves) = self.played(self.start, &game["moves"]);
            assert!(self.rules.after(finish).next().is_none(), "{game}");
            assert_eq!(game["pegs_left"], finish.count_ones());
            assert_eq!(game["jumps"], self.start.count_ones() - finish.count_ones());
            assert!(different.insert(moves), "{game} is listed twice");
        }
        assert_eq!(different.len() as u128, games.counts().games);
    }

    fn atlas(&self, with_moves: bool) {
        if self.labels.len() > 10 {
            return; // larger boards have too many problems
        }
        let mut arguments = vec!["atlas", "board.ron", "--folder", "atlas"];
        if with_moves {
            arguments.push("--fewest-moves");
        }
        arguments.extend(self.case.options);
        let problems = self.problems();
        let (code, json) = self.run(&arguments);
        if problems.is_empty() && code == 3 {
            return;
        }
        assert_eq!(code, 0, "{json}");
        let mut listed = BTreeSet::new();
        for problem in array(&json["problems"]) {
            let (vacancy, finish) = self.ends(problem);
            assert!(
                listed.insert(self.orbit((vacancy, finish))),
                "{problem} is listed twice"
            );
            let start = self.rules.full() & !(1 << vacancy);
            let games = Games::new(&self.rules, start, usize::MAX).expect("there is no bound");
            let fewest = games
                .moves_to_go(&[1 << finish])
                .get(&(start, None))
                .copied();
            assert_eq!(
                problem["answer"],
                if fewest.is_some() {
                    "solvable"
                } else {
                    "unsolvable"
                },
                "{problem}"
            );
            if with_moves {
                assert_eq!(
                    problem["fewest_moves"],
                    serde_json::json!(fewest),
                    "{problem}"
                );
            }
        }
        assert_eq!(listed, problems);
        if !with_moves && !problems.is_empty() {
            let (code, verified) = self.run(&["atlas", "--verify", "atlas"]);
            assert_eq!(code, 0, "{verified}");
            let facts = |json: &Value| {
                [
                    json["solvable"].clone(),
                    json["unsolvable"].clone(),
                    json["open"].clone(),
                ]
            };
            assert_eq!(facts(&verified), facts(&json));
        }
    }
}

fn pegs_of(labels: &[String], code: u128) -> Vec<&str> {
    let holes = (0..labels.len()).filter(|hole| code >> hole & 1 == 1);
    holes.map(|hole| labels[hole].as_str()).collect()
}

fn array(json: &Value) -> &Vec<Value> {
    json.as_array().unwrap_or_else(|| panic!("no list: {json}"))
}

#[track_caller]
fn assert_close(found: &Value, expected: f64) {
    let found = found
        .as_f64()
        .unwrap_or_else(|| panic!("no number: {found}"));
    assert!(
        (found - expected).abs() <= 1e-9,
        "{found} is not {expected}"
    );
}
