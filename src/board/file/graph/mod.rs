//! Import of graphs: a peg jumps from a vertex over a neighbor into another neighbor of that neighbor.

mod adjacency;
mod dot;
mod edge_list;
mod graphml;
mod node_link;

use super::drawing::board_name;
use super::span::Span;
use super::{BoardFile, Diagnostic, InvalidFile, Labels};
use crate::board::geometry::Structure;
use crate::board::label::is_usable;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Format of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GraphFormat {
    /// One edge on each line, as two labels. Blanks, `,` or `;` separate them, and links connect them, several on a line
    /// as well: `a - b`, `a -> b`, `1-2, 2-3`, `a -- b -- c`. `#` and `//` begin a comment. A label alone is a vertex. Data in
    /// braces, weights after the labels, and a first line with the numbers of vertices and edges or with the names of the
    /// columns are ignored.
    EdgeList,
    /// A vertex and its neighbors on each line, `a: b, c`, as an object of lists, `{'a': ['b', 'c']}`, or as networkx
    /// writes them.
    AdjacencyList,
    /// The language of Graphviz.
    Dot,
    /// GraphML, an XML format.
    GraphMl,
    /// JSON with lists of nodes and links, as networkx and D3 write it.
    NodeLink,
}

/// Formats the name: `DOT`, `an edge list`.
impl fmt::Display for GraphFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GraphFormat::EdgeList => "edge list",
            GraphFormat::AdjacencyList => "adjacency list",
            GraphFormat::Dot => "DOT",
            GraphFormat::GraphMl => "GraphML",
            GraphFormat::NodeLink => "node-link JSON",
        })
    }
}

/// Imported graph.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportedGraph {
    /// Description of the board, with the name of the graph or else that of the file.
    pub file: BoardFile,
    /// Format in which the text was read.
    pub format: GraphFormat,
    /// `true` if the text gives the edges directions, which were ignored.
    pub is_directed: bool,
    /// Vertices whose names cannot be labels, with their labels: `(0, 1)` becomes `0_1`.
    pub renamed: Vec<(String, String)>,
    /// First line of a list of edges that is no edge.
    pub header: Option<String>,
}

impl GraphFormat {
    /// Returns the format of a text that is certainly a graph. Lines of two words may also be a picture of a board with
    /// two columns, so at least one word must have a character that no picture has.
    ///
    /// ```
    /// use pegboard::GraphFormat;
    /// assert_eq!(GraphFormat::of("graph { a -- b -- c }"), Some(GraphFormat::Dot));
    /// assert_eq!(GraphFormat::of("1 2\n2 3\n"), Some(GraphFormat::EdgeList));
    /// assert_eq!(GraphFormat::of("o o\no *\n"), None);
    /// ```
    pub fn of(text: &str) -> Option<GraphFormat> {
        let text = without_mark(text).trim_start();
        let inner = text.strip_prefix('{').map(str::trim_start);
        let is_object =
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['"', '}']));
        // An object with other names can hold the array of a board.
        const NAMES: [&str; 4] = ["\"nodes\"", "\"links\"", "\"edges\"", "\"vertices\""];
        let is_board = text.contains('[') && !NAMES.iter().any(|name| text.contains(name));
        let is_cell = text.chars().nth(2) == Some('>'); // as in `<o>`
        if adjacency::is_certain(text) {
            Some(GraphFormat::AdjacencyList)
        } else if is_object && !is_board {
            Some(GraphFormat::NodeLink)
        } else if text.starts_with('<') && !is_cell {
            Some(GraphFormat::GraphMl)
        } else if dot::is_dot(text) {
            Some(GraphFormat::Dot)
        } else if edge_list::is_certain(text) {
            Some(GraphFormat::EdgeList)
        } else {
            None
        }
    }
}

impl ImportedGraph {
    /// Reads a graph. A text of unknown format is read as a list of edges.
    ///
    /// Places of the vertices (`pos`, or `x` and `y`) are kept, scaled so that an edge is about 1 long.
    ///
    /// ```
    /// use pegboard::{Board, GraphFormat, ImportedGraph};
    /// let imported = ImportedGraph::read("a b\nb c\nc d\nd a\n", "square.txt")?;
    /// assert_eq!(imported.format, GraphFormat::EdgeList);
    /// let board = Board::new(imported.file)?;
    /// assert_eq!((board.name(), board.hole_count(), board.jumps().len()), ("square", 4, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidFile`] with the place of the first mistake.
    pub fn read(text: &str, file_name: &str) -> Result<ImportedGraph, InvalidFile> {
        let text = without_mark(text);
        let format = GraphFormat::of(text).unwrap_or(GraphFormat::EdgeList);
        let graph = match format {
            GraphFormat::EdgeList => edge_list::read(text),
            GraphFormat::AdjacencyList => adjacency::read(text),
            GraphFormat::Dot => dot::read(text),
            GraphFormat::GraphMl => graphml::read(text),
            GraphFormat::NodeLink => node_link::read(text),
        };
        let graph = graph.and_then(|graph| match graph.edges.is_empty() {
            true => Err(Diagnostic::new("the graph has no edges")),
            false => Ok(graph),
        });
        let mut graph = graph.map_err(|wrong| InvalidFile::new(file_name, text, vec![wrong]))?;
        let labels = usable_labels(&graph.labels);
        let names = std::mem::replace(&mut graph.labels, labels);
        let both = names.into_iter().zip(graph.labels.iter().cloned());
        Ok(ImportedGraph {
            format,
            renamed: both.filter(|(name, label)| name != label).collect(),
            is_directed: graph.is_directed,
            header: graph.header.take(),
            file: graph.into_file(file_name),
        })
    }
}

/// Returns a label for each name: the name if it can be one, otherwise its letters and digits with `_` between them.
fn usable_labels(names: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = names
        .iter()
        .filter(|name| is_usable(name))
        .cloned()
        .collect();
    let mut label = |name: &String| {
        if is_usable(name) {
            return name.clone();
        }
        let words = name.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let first = match words.join("_") {
            joined if joined.is_empty() => "v".to_owned(),
            joined => joined,
        };
        let numbered = (2..).map(|number| format!("{first}_{number}"));
        let is_free = |label: &String| is_usable(label) && !taken.contains(label);
        let found = std::iter::once(first.clone()).chain(numbered).find(is_free);
        let found = found.expect("the numbers do not end");
        taken.insert(found.clone());
        found
    };
    names.iter().map(&mut label).collect()
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Vertices and edges of a text.
#[derive(Default)]
struct Graph {
    name: Option<String>,
    labels: Vec<String>,
    numbers: HashMap<String, usize>,
    /// Place of each vertex in the plane, with `y` upward, if the text gives one.
    places: Vec<Option<(f64, f64)>>,
    edges: Vec<(usize, usize)>,
    is_directed: bool,
    header: Option<String>,
}

impl Graph {
    /// Returns the number of a vertex, which is new if its label is.
    fn vertex(&mut self, label: &str) -> usize {
        if let Some(number) = self.numbers.get(label) {
            return *number;
        }
        let number = self.labels.len();
        self.labels.push(label.to_owned());
        self.places.push(None);
        self.numbers.insert(label.to_owned(), number);
        number
    }

    /// Adds an edge between two vertices, once.
    fn connect(&mut self, one: usize, other: usize, span: Span) -> Result<(), Diagnostic> {
        if one == other {
            let label = &self.labels[one];
            return Err(Diagnostic::new(format!(
                "the edge connects `{label}` with itself, but an edge connects two different holes"
            ))
            .at(span, "an edge"));
        }
        let edge = (one, other);
        if !self.edges.contains(&edge) && !self.edges.contains(&(other, one)) {
            self.edges.push(edge);
        }
        Ok(())
    }

    /// Sets the place of a vertex from its attributes `pos` (`1.5,2`), or `x` and `y`.
    fn place(&mut self, vertex: usize, attribute: impl Fn(&str) -> Option<String>) {
        let number = |text: &str| -> Option<f64> {
            let number: f64 = text.trim().trim_end_matches('!').parse().ok()?;
            number.is_finite().then_some(number)
        };
        let pair = |(x, y): (&str, &str)| Some((number(x)?, number(y)?));
        let pos = attribute("pos");
        let place = match pos
            .as_deref()
            .and_then(|pos| pos.trim().split_once([',', ' ']))
        {
            Some(both) => pair(both),
            None => attribute("x")
                .zip(attribute("y"))
                .and_then(|(x, y)| pair((&x, &y))),
        };
        self.places[vertex] = place.or(self.places[vertex]);
    }

    fn into_file(self, file_name: &str) -> BoardFile {
        let label = |vertex: usize| self.labels[vertex].clone();
        let places = self.places_of_unit_edges();
        let mentions = self.edges.iter().flat_map(|(one, other)| [*one, *other]);
        let mut first_mentions: Vec<usize> = Vec::new();
        for vertex in mentions {
            if !first_mentions.contains(&vertex) {
                first_mentions.push(vertex);
            }
        }
        let is_in_order = first_mentions.iter().copied().eq(0..self.labels.len());
        let edges = self.edges.iter();
        let edges = edges.map(|(one, other)| (label(*one), label(*other)));
        let name = self.name.clone().unwrap_or_else(|| board_name(file_name));
        BoardFile {
            places,
            labels: match is_in_order {
                true => Labels::Letters,
                false => Labels::Names(self.labels.clone()),
            },
            ..BoardFile::from_structure(name, Structure::Graph(edges.collect()))
        }
    }

    /// Returns the places with `y` downward, scaled so that the median length of an edge is 1.
    fn places_of_unit_edges(&self) -> Vec<(String, (f64, f64))> {
        let ends = |(one, other): &(usize, usize)| self.places[*one].zip(self.places[*other]);
        let length = |((x, y), (to_x, to_y)): ((f64, f64), (f64, f64))| (to_x - x).hypot(to_y - y);
        let mut lengths: Vec<f64> = self.edges.iter().filter_map(ends).map(length).collect();
        lengths.sort_by(f64::total_cmp);
        let unit = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0);
        let unit = if unit > 0.0 { unit } else { 1.0 };
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0; // no negative zero
        let placed = self.labels.iter().zip(&self.places);
        placed
            .filter_map(|(label, place)| {
                let (x, y) = (*place)?;
                Some((label.clone(), (rounded(x / unit), rounded(-y / unit))))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn read(text: &str) -> ImportedGraph {
        ImportedGraph::read(text, "some/graph.txt").unwrap()
    }

    fn error(text: &str) -> String {
        ImportedGraph::read(text, "graph.txt")
            .unwrap_err()
            .to_string()
    }

    fn labels(imported: ImportedGraph) -> Vec<String> {
        let board = Board::new(imported.file).unwrap();
        board
            .holes()
            .map(|hole| board.label(hole).to_owned())
            .collect()
    }

    const DOT: &str = "/* a path and a star */ strict graph Small {\n  node [shape=circle] // circles\n  rank=same\n  \
        1 -- 2 -- \"3\" [label=\"x\"];\n  3 -- { 4 subgraph inner { 5; 6:n } }\n  7 [pos=\"0,72\"]\n}";
    const GRAPHML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
          <key id="d0" for="node" attr.name="x" attr.type="double"/>
          <key id="d1" for="node" attr.name="y" attr.type="double"/>
          <graph id="Small" edgedefault="undirected">
            <node id="1"><data key="d0">0</data><data key="d1">4</data></node><node id="2"/>
            <node id="3"/><node id="4"/><node id="5"/><node id="6"/>
            <node id="7"><data key="d0">0</data><data key="d1">2</data></node>
            <edge source="1" target="2"/><edge source="2" target="3"/>
            <edge source="3" target="4"/><edge source="3" target="5"/><edge source="3" target="6"/>
          </graph>
        </graphml>"#;
    const NODE_LINK: &str = r#"{"directed": false, "multigraph": false, "graph": {"name": "Small"},
        "nodes": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": "4"}, {"id": 5}, {"id": 6}, {"id": 7, "pos": [0, 72.0]}],
        "links": [{"source": 1, "target": 2}, {"source": 2, "target": 3}, {"source": 3, "target": "4"},
                  {"source": 3, "target": 5}, {"source": 3, "target": 6}]}"#;
    const EDGE_LIST: &str =
        "# networkx\n1 2 {}\n2 3 {'weight': 7}\n3,4\n3 -- 5\n3;6 # the last\n7\n";

    #[test]
    fn all_formats_give_the_same_board() {
        let texts = [
            (EDGE_LIST, GraphFormat::EdgeList, "graph"),
            (DOT, GraphFormat::Dot, "Small"),
            (GRAPHML, GraphFormat::GraphMl, "Small"),
            (NODE_LINK, GraphFormat::NodeLink, "Small"),
        ];
        let list = Board::new(read(EDGE_LIST).file).unwrap();
        for (text, format, name) in texts {
            for text in [
                text.to_owned(),
                format!("\u{feff}{}", text.replace('\n', "\r\n")),
            ] {
                let imported = read(&text);
                assert_eq!((imported.format, imported.is_directed), (format, false));
                assert_eq!(imported.file.name, name);
                let board = Board::new(imported.file.clone()).unwrap();
                assert!(board.same_geometry(&list), "{format}");
                assert_eq!(labels(imported), ["1", "2", "3", "4", "5", "6", "7"]);
            }
        }
    }

    #[test]
    fn places_point_down_and_edges_are_about_one_long() {
        let text = "graph { a [pos=\"0,0\"]; b [pos=\"72,0\"]; c [pos=\"72,144!\"]; a -- b; b -- c; a -- c }";
        let place = |label: &str, x, y| (label.to_owned(), (x, y));
        assert_eq!(
            read(text).file.places,
            [
                place("a", 0.0, 0.0),
                place("b", 0.5, 0.0),
                place("c", 0.5, -1.0)
            ]
        );
        assert_eq!(
            read(GRAPHML).file.places,
            [place("1", 0.0, -4.0), place("7", 0.0, -2.0)]
        );
    }

    /// Vertices of grids in networkx are pairs.
    #[test]
    fn names_become_labels() {
        for (text, expected) in [
            (
                "graph { \"(0, 0)\" -- \"(0, 1)\" -- \"x y\" -- any -- x_y }",
                &["0_0", "0_1", "x_y_2", "any_2", "x_y"][..],
            ),
            (
                r#"{"nodes": [{"id": [0, 0]}, {"id": [0, "a"]}, {"id": "??"}, {"id": -1}],
                    "links": [{"source": [0, 0], "target": [0, "a"]}, {"source": "??", "target": -1}]}"#,
                &["0_0", "0_a", "v", "1"],
            ),
        ] {
            let imported = read(text);
            assert!(imported.renamed.len() > 2, "{:?}", imported.renamed);
            assert_eq!(labels(imported), expected);
        }
        assert_eq!(read(DOT).renamed, []);
        assert_eq!(labels(read("a b 1.5\nb c 2.0\n")), ["a", "b", "c"]);
    }

    #[test]
    fn lists_are_read_as_people_write_them() {
        for (text, format, edges) in [
            ("a - b\nb - c", "edge list", "a-b b-c"),
            ("A -> B\nB → C\nC <-> D", "edge list", "A-B B-C C-D"),
            ("1-2, 2-3", "edge list", "1-2 2-3"),
            ("a-b\nb-c\nc-d", "edge list", "a-b b-c c-d"),
            ("a-b b-c c-d", "edge list", "a-b b-c c-d"),
            ("1 -- 2 -- 3 -- 1", "edge list", "1-2 2-3 3-1"),
            ("a b 3\nb c 12", "edge list", "a-b b-c"),
            ("1 2 5\n2 3 7\n3 1 4", "edge list", "1-2 2-3 3-1"),
            ("a -- b 3\nb -- c 4", "edge list", "a-b b-c"),
            ("4 3\n1 2\n2 3\n3 4", "edge list", "1-2 2-3 3-4"),
            ("Source,Target\na,b\nb,c", "edge list", "a-b b-c"),
            ("source,target,weight\na,b,2\nb,c,1", "edge list", "a-b b-c"),
            (
                "// streets\na b // one\n# more\nb c",
                "edge list",
                "a-b b-c",
            ),
            (
                "(0, 0) (1, 0) {}\n(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}",
                "edge list",
                "0_0-1_0 0_0-0_1 0_1-1_1",
            ),
            ("1: 2 3\n2: 3\n3: 4", "adjacency list", "1-2 1-3 2-3 3-4"),
            ("a: b, c\nb: d\nc: d", "adjacency list", "a-b a-c b-d c-d"),
            (
                "a b c\nb d\nc d\nd e\ne",
                "adjacency list",
                "a-b a-c b-d c-d d-e",
            ),
            (
                "G = {\n  'a': ['b', 'c'],\n  'b': ['a', 'd'],\n  'c': [],\n  'd': ['b', 'c'],\n}\n",
                "adjacency list",
                "a-b a-c b-d d-c",
            ),
            (
                r#"{"1":["2","3"],"2":["1"],"3":["1"]}"#,
                "adjacency list",
                "1-2 1-3",
            ),
            ("{1: [2, 3], 2: [3]}", "adjacency list", "1-2 1-3 2-3"),
            ("{1: {2, 3}, 2: {3}}", "adjacency list", "1-2 1-3 2-3"),
        ] {
            let known = GraphFormat::of(text).map(|format| format.to_string());
            assert_eq!(known.as_deref(), Some(format), "{text}");
            assert_eq!(edges_of(text), edges, "{text}");
        }
        for text in [
            "[(0, 1), (1, 2)]",
            "[[0, 1], [1, 2]]",
            "edges = [(0, 1),\n (1, 2)]",
        ] {
            assert_eq!(edges_of(text), "0-1 1-2", "{text}");
        }
        assert_eq!(read("3 2\n1 2\n2 3").header.as_deref(), Some("3 2"));
        assert_eq!(read("4 2\n1 2\n2 3").header, None);
        assert!(read("a -> b\nb -> c").is_directed);
    }

    fn edges_of(text: &str) -> String {
        let Structure::Graph(edges) = read(text).file.lattice else {
            panic!("{text}");
        };
        let edges = edges.iter().map(|(one, other)| format!("{one}-{other}"));
        edges.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn directions_are_ignored_and_reported() {
        for text in [
            "digraph { a -> b -> c }",
            "<graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/>\
             <edge source='a' target='b'/><edge source='b' target='c'/></graph>",
            r#"{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
                "edges": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]}"#,
        ] {
            let imported = read(text);
            assert!(imported.is_directed);
            assert_eq!(labels(imported), ["a", "b", "c"]);
        }
    }

    #[test]
    fn pictures_are_no_graphs() {
        for text in [
            "o o\no *\n",
            "***\n*o*",
            "x x\n. x\n",
            "● ○\n",
            "",
            "#",
            "1 1 1\n1 0 1\n1 1 1",
            "1 2 3\n4 5 6\n7 8 9",
            "P - P - P\nP - E - P",
            "1: o o o\n2: o x o",
            "1: 1 1 1\n2: 1 0 1",
            "(0,0) (0,1)\n(1,0) (1,1)",
            "(o) (o)\n(o) (x)",
            "[(0, 1), (1, 2), (2, 3)]",
            "{\"board\": [[1, 1], [0, 1]]}",
            "{\"start\": [\"***\", \"*o*\"], \"goal\": [\"ooo\", \"o*o\"]}",
        ] {
            assert_eq!(GraphFormat::of(text), None, "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_mistake() {
        for (text, expected) in [
            (
                "a b\nb c d\n",
                "graph.txt:2:1: the line has 3 labels, but an edge has two ends\n  help: write one edge on each line, as in `a b`",
            ),
            (
                "a b\nb b\n",
                "graph.txt:2:1: the edge connects `b` with itself, but an edge connects two different holes",
            ),
            (
                "graph { a -- b }\ngraph { b -- c }",
                "graph.txt:2:1: a second graph begins here\n  help: keep one graph in the file",
            ),
            (
                "graph { a - b }",
                "graph.txt:1:11: `-` is not expected here",
            ),
            (
                "graph { a -- }",
                "graph.txt:1:14: a vertex is expected here",
            ),
            (
                "graph { a -- b",
                "graph.txt:1:14: a closing brace is missing",
            ),
            (
                "graph { a -- \"b }",
                "graph.txt:1:14: the text in quotes has no end",
            ),
            (
                "{\"nodes\": 3}",
                "graph.txt:1:11: invalid type: integer `3`, expected a sequence",
            ),
            ("{\"nodes\": []}", "graph.txt: the graph has no edges"),
            (
                "{\"nodes\": [], \"links\": [{\"source\": 1, \"target\": 2}]}",
                "graph.txt: an edge ends at `1`, which is not in the list of nodes",
            ),
            (
                "<graph><edge source='a' target='b'/></graph>",
                "graph.txt:1:8: the edge ends at `a`, which is no node",
            ),
            (
                "<graph><node/></graph>",
                "graph.txt:1:8: the element `node` lacks the attribute `id`",
            ),
            (
                "<graph>",
                "graph.txt:1:1: the root node was opened but never closed",
            ),
            ("<svg/>", "graph.txt: the file has no element `graph`"),
        ] {
            assert_eq!(error(text), expected);
        }
        assert!(
            error(&"graph {".repeat(10_000)).contains("nested"),
            "{}",
            error(&"{".repeat(9))
        );
        assert!(error(&format!("graph {{ {}", "{".repeat(10_000))).contains("nested"));
    }
}
