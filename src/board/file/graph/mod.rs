//! Import of graphs: a peg jumps from a vertex over a neighbor into another neighbor of that neighbor.

mod adjacency;
mod dot;
mod edge_list;
mod gml;
mod graph6;
mod graphml;
mod mathematica;
mod matrix;
mod mermaid;
mod node_link;
mod sections;

pub(crate) use matrix::is_possible as may_be_matrix;

use super::drawing::{board_name, is_html};
use super::span::Span;
use super::{BoardFile, Diagnostic, InvalidFile, Labels, Remedy};
use crate::board::geometry::Structure;
use crate::board::label::is_usable;
use crate::board::{MAX_HOLES, is_possible_place};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

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
    /// JSON with lists of nodes and links, as networkx, D3, vis.js and Cytoscape write it.
    NodeLink,
    /// Rows of zeros and ones, with the names of the vertices or without.
    Matrix,
    /// GML, the Graph Modelling Language.
    Gml,
    /// graph6, sparse6 or digraph6 of nauty.
    Graph6,
    /// DIMACS, the format of competitions: `p edge 3 2`, `e 1 2`, `e 2 3`.
    Dimacs,
    /// Pajek: `*Vertices 3`, `*Edges`, `1 2`, `2 3`.
    Pajek,
    /// Trivial Graph Format: vertices, `#`, and edges.
    Tgf,
    /// Mathematica: `{1 -> 2, 2 -> 3}`, or `Graph[…]`.
    Mathematica,
    /// Flowchart of Mermaid.
    Mermaid,
}

/// Formats the name: `DOT`, `edge list`.
impl fmt::Display for GraphFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GraphFormat::EdgeList => "edge list",
            GraphFormat::AdjacencyList => "adjacency list",
            GraphFormat::Dot => "DOT",
            GraphFormat::GraphMl => "GraphML",
            GraphFormat::NodeLink => "node-link JSON",
            GraphFormat::Matrix => "adjacency matrix",
            GraphFormat::Gml => "GML",
            GraphFormat::Graph6 => "graph6",
            GraphFormat::Dimacs => "DIMACS",
            GraphFormat::Pajek => "Pajek",
            GraphFormat::Tgf => "TGF",
            GraphFormat::Mathematica => "Mathematica",
            GraphFormat::Mermaid => "Mermaid",
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
        const NAMES: [&str; 5] = [
            "\"nodes\"",
            "\"links\"",
            "\"edges\"",
            "\"vertices\"",
            "\"elements\"",
        ];
        let is_board = text.contains(['[', '\\']) && !NAMES.iter().any(|name| text.contains(name));
        let is_cell = text.chars().nth(2) == Some('>'); // as in `<o>`
        if adjacency::is_certain(text) {
            Some(GraphFormat::AdjacencyList)
        } else if is_object && !is_board || node_link::is_list_of_elements(text) {
            Some(GraphFormat::NodeLink)
        } else if text.starts_with('<') && !is_cell && !is_html(text) {
            Some(GraphFormat::GraphMl)
        } else if dot::is_dot(text) {
            Some(GraphFormat::Dot)
        } else if gml::is_certain(text) {
            Some(GraphFormat::Gml)
        } else if mermaid::is_certain(text) {
            Some(GraphFormat::Mermaid)
        } else if mathematica::is_certain(text) {
            Some(GraphFormat::Mathematica)
        } else if let Some(format) = sections::format(text) {
            Some(format)
        } else if edge_list::is_certain(text) {
            Some(GraphFormat::EdgeList)
        } else if matrix::is_certain(text) {
            Some(GraphFormat::Matrix)
        } else if graph6::is_certain(text) {
            Some(GraphFormat::Graph6)
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
        let (graphs, format) = graphs(text, file_name)?;
        let count = graphs.len();
        let starts: Vec<usize> = graphs.iter().map(|graph| graph.start).collect();
        let mut graphs = graphs.into_iter();
        match (graphs.next(), graphs.next()) {
            (Some(only), None) => Ok(ImportedGraph::of(only, format, file_name)),
            _ => {
                const MAX_PLACES: usize = 8;
                let several = Diagnostic::new(format!("the text shows {count} graphs"));
                let places = starts.iter().take(MAX_PLACES).enumerate();
                let several = places.fold(several, |several, (index, start)| {
                    let first = text[*start..].chars().next().map_or(0, char::len_utf8);
                    several.at(*start..*start + first, format!("graph {}", index + 1))
                });
                let several = several.remedy(Remedy::Nth { boards: count });
                Err(InvalidFile::new(file_name, text, vec![several]))
            }
        }
    }

    /// Reads all graphs of a text, at least one. DOT, GML, GraphML and graph6 can hold several.
    ///
    /// # Errors
    ///
    /// As for [`read`](ImportedGraph::read), for the first graph that cannot be read.
    pub fn read_all(text: &str, file_name: &str) -> Result<Vec<ImportedGraph>, InvalidFile> {
        let (graphs, format) = graphs(text, file_name)?;
        let graphs = graphs.into_iter();
        Ok(graphs
            .map(|graph| ImportedGraph::of(graph, format, file_name))
            .collect())
    }

    fn of(mut graph: Graph, format: GraphFormat, file_name: &str) -> ImportedGraph {
        let labels = usable_labels(&graph.labels);
        let names = std::mem::replace(&mut graph.labels, labels);
        let both = names.into_iter().zip(graph.labels.iter().cloned());
        ImportedGraph {
            format,
            renamed: both.filter(|(name, label)| name != label).collect(),
            is_directed: graph.is_directed,
            header: graph.header.take(),
            file: graph.into_file(file_name),
        }
    }
}

/// Returns the graphs of a text, at least one, each with edges.
fn graphs(text: &str, file_name: &str) -> Result<(Vec<Graph>, GraphFormat), InvalidFile> {
    let text = without_mark(text);
    let guessed = if may_be_matrix(text) {
        GraphFormat::Matrix
    } else {
        GraphFormat::EdgeList
    };
    let format = GraphFormat::of(text).unwrap_or(guessed);
    let only = |graph: Result<Graph, Diagnostic>| graph.map(|graph| vec![graph]);
    let graphs = match format {
        GraphFormat::EdgeList => only(edge_list::read(text)),
        GraphFormat::AdjacencyList => only(adjacency::read(text)),
        GraphFormat::Dot => dot::read(text),
        GraphFormat::GraphMl => graphml::read(text),
        GraphFormat::NodeLink => only(node_link::read(text)),
        GraphFormat::Matrix => only(matrix::read(text)),
        GraphFormat::Gml => gml::read(text),
        GraphFormat::Graph6 => graph6::read(text),
        GraphFormat::Dimacs | GraphFormat::Pajek | GraphFormat::Tgf => {
            only(sections::read(text, format))
        }
        GraphFormat::Mathematica => only(mathematica::read(text)),
        GraphFormat::Mermaid => only(mermaid::read(text)),
    };
    let graphs = graphs.and_then(|graphs| {
        if graphs.iter().any(|graph| graph.edges.is_empty()) || graphs.is_empty() {
            Err(Diagnostic::new("the graph has no edges"))
        } else {
            Ok(graphs)
        }
    });
    let graphs = graphs.map_err(|wrong| InvalidFile::new(file_name, text, vec![wrong]))?;
    Ok((graphs, format))
}

/// Returns a label for each name: the name if it can be one, otherwise its letters and digits with `_` between them.
fn usable_labels(names: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = names
        .iter()
        .filter(|name| is_usable(name))
        .cloned()
        .collect();
    // Next number of each label that several names share.
    let mut next: HashMap<String, usize> = HashMap::new();
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
        let is_free = |label: &String| is_usable(label) && !taken.contains(label);
        let found = if is_free(&first) {
            first
        } else {
            let number = next.entry(first.clone()).or_insert(2);
            let mut numbered = (*number..).map(|number| (number, format!("{first}_{number}")));
            let found = numbered.find(|(_, label)| is_free(label));
            let (last, found) = found.expect("the numbers do not end");
            *number = last + 1;
            found
        };
        taken.insert(found.clone());
        found
    };
    names.iter().map(&mut label).collect()
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Number of edges between all holes of the largest board.
const MAX_EDGES: usize = MAX_HOLES * (MAX_HOLES - 1) / 2;

/// Vertices and edges of a text.
#[derive(Default)]
struct Graph {
    name: Option<String>,
    labels: Vec<String>,
    numbers: HashMap<String, usize>,
    /// Place of each vertex in the plane, with `y` upward, if the text gives one.
    places: Vec<Option<(f64, f64)>>,
    edges: Vec<(usize, usize)>,
    /// The edges, each with its smaller vertex first.
    known: HashSet<(usize, usize)>,
    is_directed: bool,
    header: Option<String>,
    /// Place in the text where the graph begins.
    start: usize,
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

    /// Adds vertices whose labels are numbers.
    fn number_vertices(&mut self, numbers: Range<usize>) {
        for number in numbers {
            self.vertex(&number.to_string());
        }
    }

    /// Adds an edge between two vertices, once. A short text can name the edges between very many vertices.
    fn connect(&mut self, one: usize, other: usize, span: Span) -> Result<(), Diagnostic> {
        if one == other {
            let label = &self.labels[one];
            return Err(Diagnostic::new(format!(
                "the edge connects `{label}` with itself, but an edge connects two different holes"
            ))
            .at(span, "an edge"));
        }
        if self.known.insert((one.min(other), one.max(other))) {
            if self.edges.len() == MAX_EDGES {
                let message = format!(
                    "the graph has more than {MAX_EDGES} edges, but a board has at most {MAX_HOLES} holes"
                );
                return Err(Diagnostic::new(message).at(span, "an edge"));
            }
            self.edges.push((one, other));
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
        let mut mentioned = HashSet::new();
        let first_mentions = mentions.filter(|vertex| mentioned.insert(*vertex));
        let is_in_order = first_mentions.eq(0..self.labels.len());
        let edges = self.edges.iter();
        let edges = edges.map(|(one, other)| (label(*one), label(*other)));
        let name = self.name.clone().unwrap_or_else(|| board_name(file_name));
        BoardFile {
            places,
            labels: if is_in_order {
                Labels::Letters
            } else {
                Labels::Names(self.labels.clone())
            },
            ..BoardFile::from_structure(name, Structure::Graph(edges.collect()))
        }
    }

    /// Returns the places with `y` downward, scaled so that the median length of an edge is 1. Returns none if two holes
    /// would have the same place, or if the scaled numbers are too large.
    fn places_of_unit_edges(&self) -> Vec<(String, (f64, f64))> {
        let ends = |(one, other): &(usize, usize)| self.places[*one].zip(self.places[*other]);
        let length = |((x, y), (to_x, to_y)): ((f64, f64), (f64, f64))| (to_x - x).hypot(to_y - y);
        let mut lengths: Vec<f64> = self.edges.iter().filter_map(ends).map(length).collect();
        lengths.sort_by(f64::total_cmp);
        let unit = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0);
        let unit = if unit > 0.0 { unit } else { 1.0 };
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0; // no negative zero
        let scaled = |place: &Option<(f64, f64)>| {
            place.map(|(x, y)| (rounded(x / unit), rounded(-y / unit)))
        };
        let labels = self.labels.iter().cloned();
        let placed = labels.zip(self.places.iter().map(scaled));
        let placed: Vec<(String, (f64, f64))> = placed
            .filter_map(|(label, place)| Some((label, place?)))
            .collect();
        let mut places: Vec<(f64, f64)> = placed.iter().map(|(_, place)| *place).collect();
        places.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let are_apart = places.windows(2).all(|pair| pair[0] != pair[1]);
        if are_apart && places.into_iter().all(is_possible_place) {
            placed
        } else {
            Vec::new()
        }
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

    #[test]
    fn an_edge_is_not_compared_with_all_before_it() {
        let mut graph = Graph::default();
        graph.number_vertices(0..MAX_HOLES);
        for _ in 0..20 {
            for one in 0..MAX_HOLES {
                for other in (0..MAX_HOLES).filter(|other| *other != one) {
                    graph.connect(one, other, 0..0).unwrap();
                }
            }
        }
        assert_eq!(graph.edges.len(), MAX_EDGES);
        let file = graph.into_file("complete.txt");
        assert!(matches!(file.labels, Labels::Letters));
    }

    /// Short texts that name very many edges, or that open what nothing closes, are read in a time in proportion to their
    /// length: each of these took minutes or gigabytes.
    #[test]
    fn long_hostile_texts_are_read_at_once() {
        let many = |prefix: &str, joint: &str| {
            let names = (0..5000).map(|number| format!("{prefix}{number}"));
            names.collect::<Vec<_>>().join(joint)
        };
        let too_many = "the graph has more than 8128 edges, but a board has at most 128 holes";
        let product = format!(
            "graph {{ {{{}}} -- {{{}}} }}",
            many("a", " "),
            many("b", " ")
        );
        assert!(error(&product).contains(too_many));
        let product = format!(
            "flowchart LR\n{} --> {}",
            many("a", " & "),
            many("b", " & ")
        );
        assert!(error(&product).contains(too_many));
        let open = "( ".repeat(500_000);
        let nested = "[ ".repeat(200_000);
        for text in [
            format!("x = [{open}"),
            format!("x = [{nested}]"),
            format!("a b {open}"),
        ] {
            let _ = GraphFormat::of(&text);
            let _ = ImportedGraph::read(&text, "open.txt");
        }
        let punctuation = (0..50_000).map(|n| format!("\"{}\" a\n", "!".repeat(1 + n % 200)));
        let _ = ImportedGraph::read(&punctuation.collect::<String>(), "names.txt");
    }

    #[test]
    fn places_that_no_board_can_have_are_left_out() {
        let places = |pos: [&str; 3]| {
            let [a, b, c] = pos.map(|pos| format!("[pos=\"{pos}\"]"));
            let text = format!("graph {{ a {a}; b {b}; c {c}; a -- b -- c }}");
            let file = read(&text).file;
            let places = file.places.len();
            assert!(Board::new(file).is_ok(), "{pos:?}");
            places
        };
        assert_eq!(places(["0,0", "1,0", "2,0"]), 3);
        for pos in [
            ["0,0", "0,0", "0,0"],
            ["0,0", "1,0", "1,0"],
            ["0,0", "1e308,0", "-1e308,0"],
            ["0,0", "1e-300,0", "5,0"],
        ] {
            assert_eq!(places(pos), 0, "{pos:?}");
        }
    }

    #[test]
    fn a_graph_that_is_cut_off_is_refused() {
        let gml = "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 ]";
        assert!(error(gml).contains("a closing bracket is missing"));
        assert!(error(&format!("{gml} ] ]")).contains("`]` is not expected here"));
        let dot = "graph { a -- b } b -- c";
        assert!(error(dot).contains("another graph, or the end of the text"));
    }

    #[test]
    fn several_graphs_of_graphml_are_several_boards() {
        let graph = |name: &str| {
            format!(
                "<graph id=\"{name}\"><node id=\"a\"/><node id=\"b\"/><node id=\"c\"><graph id=\"inner\">\
                 <node id=\"d\"/></graph></node><edge source=\"a\" target=\"b\"/><edge source=\"c\" target=\"d\"/></graph>"
            )
        };
        let text = format!("<graphml>{}{}</graphml>", graph("One"), graph("Two"));
        let graphs = ImportedGraph::read_all(&text, "two.graphml").unwrap();
        let names: Vec<&str> = graphs
            .iter()
            .map(|graph| graph.file.name.as_str())
            .collect();
        assert_eq!(names, ["One", "Two"]);
        assert!(error(&text).contains("the text shows 2 graphs"));
    }

    /// Links by number would end at other nodes.
    #[test]
    fn nodes_of_one_name_need_ids() {
        let text = r#"{"nodes": [{"name": "x"}, {"name": "x"}, {"name": "y"}], "links": [{"source": 0, "target": 1}]}"#;
        assert!(error(text).contains("two nodes have the name `x`"));
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
            ("n_0-n_1\nn_1-n_2", "edge list", "n_0-n_1 n_1-n_2"),
            (
                "New_York-Boston\nBoston-Chicago",
                "edge list",
                "New_York-Boston Boston-Chicago",
            ),
            ("4 3\n3 2\n2 1\n1 5", "edge list", "4-3 3-2 2-1 1-5"),
            ("4 3\n0 1\n1 2\n2 3", "edge list", "0-1 1-2 2-3"),
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

    /// The path of three edges in the formats that programs write.
    #[test]
    fn formats_of_programs_are_read() {
        let path = "1-2 2-3 3-4";
        let named = "a-b b-c c-d";
        let zero = "0-1 1-2 2-3";
        let mut wrong: Vec<String> = Vec::new();
        for (text, format, edges) in [
            (
                "graph [\n  directed 0\n  node [ id 1 ]\n  node [ id 2 ] node [ id 3 ]\n  node [ id 4 ]\n  edge [ source 1 target 2 ]\n\
              edge [ source 2 target 3 weight 1.5 ]\n  edge [ source 3 target 4 ]\n]",
                "GML",
                path,
            ),
            (
                "Creator \"yFiles\"\ngraph\n[\n node\n [ id 0 label \"a\" graphics [ x 1.0 y -2.0 ] ]\n node [ id 1 label \"b\" ] \
              node [ id 2 label \"c\" ] node [ id 3 label \"d\" ]\n edge [ source 0 target 1 ] edge [ source 1 target 2 ] \
              edge [ source 2 target 3 ] ]",
                "GML",
                named,
            ),
            ("Ch", "graph6", zero),
            (">>graph6<<Ch\n", "graph6", zero),
            (":Cdv", "graph6", zero),
            ("&CE??\n", "graph6", "0-3 1-0"),
            (
                "c a path\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n",
                "DIMACS",
                path,
            ),
            ("e 1 2\ne 2 3\ne 3 4\n", "DIMACS", path),
            (
                "*Vertices 4\n1 \"a\" 0.1 0.2\n2\n3\n4\n*Edges\n1 2\n2 3\n3 4",
                "Pajek",
                path,
            ),
            (
                "*Network path\n*Vertices 4\n1\n2\n3\n4\n*Edgeslist\n2 1 3\n*Edges\n3 4",
                "Pajek",
                "2-1 2-3 3-4",
            ),
            (
                "1 First\n2 Second\n3\n4\n#\n1 2 edge\n2 3\n3 4",
                "TGF",
                path,
            ),
            ("{1 -> 2, 2 -> 3, 3 -> 4}", "Mathematica", path),
            (
                "g = Graph[{1, 2, 3, 4}, {1 <-> 2, 2 <-> 3, 3 <-> 4}]",
                "Mathematica",
                path,
            ),
            (
                "Graph[{1 \\[UndirectedEdge] 2, 2 \\[UndirectedEdge] 3, 3 \\[UndirectedEdge] 4}]",
                "Mathematica",
                path,
            ),
            (
                "{UndirectedEdge[1, 2], UndirectedEdge[2, 3], DirectedEdge[3, 4]}",
                "Mathematica",
                path,
            ),
            (
                "graph TD\n  a --> b\n  b --> c;\n  c --- d",
                "Mermaid",
                named,
            ),
            (
                "flowchart LR;\n  %% a path\n  a[Start] -->|text| b(Round (x));\n  b -- text --> c{Rhombus}; c ==> d:::red\n  style d fill:#f9f",
                "Mermaid",
                named,
            ),
            (
                r#"{"elements": {"nodes": [{"data": {"id": "a"}, "position": {"x": 1, "y": 2}}, {"data": {"id": "b"}}, {"data": {"id": "c"}},
                {"data": {"id": "d"}}], "edges": [{"data": {"source": "a", "target": "b"}}, {"data": {"source": "b", "target": "c"}},
                {"data": {"source": "c", "target": "d"}}]}}"#,
                "node-link JSON",
                named,
            ),
            (
                r#"[{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"id": "c"}}, {"data": {"id": "d"}},
                {"data": {"source": "a", "target": "b"}}, {"data": {"source": "b", "target": "c"}}, {"data": {"source": "c", "target": "d"}}]"#,
                "node-link JSON",
                named,
            ),
            (
                r#"{"nodes": [{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}],
                "links": [{"source": 0, "target": 1}, {"source": 1, "target": 2}, {"source": 2, "target": 3}]}"#,
                "node-link JSON",
                named,
            ),
            (
                r#"{"nodes": [{"id": 1, "label": "x"}, {"id": 2}, {"id": 3}, {"id": 4}],
                "edges": [{"from": 1, "to": 2}, {"from": 2, "to": 3}, {"from": 3, "to": 4}]}"#,
                "node-link JSON",
                path,
            ),
            (
                r#"{"nodes": ["a", "b", "c", "d"], "edges": [["a", "b"], ["b", "c"], ["c", "d"]]}"#,
                "node-link JSON",
                named,
            ),
            (
                r#"{"edges": [[1, 2], [2, 3], [3, 4, 0.5]]}"#,
                "node-link JSON",
                path,
            ),
            (
                r#"{"nodes": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}], "adjacency": [[{"id": 2}], [{"id": 1}, {"id": 3}], [{"id": 4}], []]}"#,
                "node-link JSON",
                path,
            ),
            (
                "<gexf><graph defaultedgetype='undirected'><nodes><node id='1'/><node id='2'/><node id='3'/><node id='4'/></nodes>\
              <edges><edge source='1' target='2'/><edge source='2' target='3'/><edge source='3' target='4'/></edges></graph></gexf>",
                "GraphML",
                path,
            ),
            (
                ",a,b,c,d\na,0,1,0,0\nb,1,0,1,0\nc,0,1,0,1\nd,0,0,1,0\n",
                "adjacency matrix",
                named,
            ),
            ("(a,b),(b,c),(c,d)", "edge list", named),
            ("E = {{a,b},{b,c},{c,d}}", "edge list", named),
        ] {
            let known =
                GraphFormat::of(text).map_or("none".to_owned(), |format| format.to_string());
            let found = if known == format {
                edges_of(text)
            } else {
                known
            };
            if found != edges {
                wrong.push(format!("{text}\nfound {found}\n"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        for text in [
            "0 1 0 0\n1 0 1 0\n0 1 0 1\n0 0 1 0",
            "[[0,1,0,0],[1,0,1,0],[0,1,0,1],[0,0,1,0]]",
            "A = {{0,1,0,0},{1,0,1,0},{0,1,0,1},{0,0,1,0}};",
            "0100\n1010\n0101\n0010\n",
            "[0 1 0 0; 1 0 1 0; 0 1 0 1; 0 0 1 0]",
        ] {
            assert_eq!(GraphFormat::of(text), None, "{text}");
            assert_eq!(edges_of(text), path, "{text}");
        }
        assert_eq!(edges_of("(1,2),(2,3),(3,4)"), path);
        let large = (0..12).map(|row| {
            (0..12)
                .map(|column| if row == 11 - column { '1' } else { '0' })
                .collect::<String>()
        });
        let large = large.collect::<Vec<_>>().join("\n");
        assert_eq!(GraphFormat::of(&large), Some(GraphFormat::Matrix));
    }

    #[test]
    fn numbers_of_gml_may_have_exponents() {
        let gml = "graph [ node [ id 0 graphics [ x 1.0E-13 y -1.5e-05 ] ] node [ id 1 graphics [ x 2e+0 y 0 ] ] \
                   node [ id 2 graphics [ x 4 y 0 ] ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]";
        let places = read(gml).file.places;
        let xs: Vec<f64> = places.iter().map(|(_, (x, _))| *x).collect();
        assert_eq!(xs, [0.0, 1.0, 2.0]);
    }

    #[test]
    fn labels_of_dot_are_ignored_in_all_their_forms() {
        let plain = edges_of("graph { a; a -- b -- c }");
        for label in ["<<b>A</b> -- x>", "\"x\" + \"y\""] {
            let dot = format!("graph {{ a [label={label}, color=red]; a -- b -- c }}");
            assert_eq!(edges_of(&dot), plain, "{label}");
        }
        assert!(error("graph { a [label=<b]; a -- b }").contains("attribute"));
    }

    #[test]
    fn all_graphs_of_a_text_are_read() {
        for text in [
            "graph one { a -- b -- c }\nstrict digraph { x -> y -> z }",
            "Bw\n\nBW\n",
            "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]\n\
             graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]",
        ] {
            let all = ImportedGraph::read_all(text, "graph.txt").unwrap();
            assert_eq!(all.len(), 2, "{text}");
            assert!(error(text).contains("the text shows 2 graphs"), "{text}");
        }
        let all = ImportedGraph::read_all("graph one { a -- b -- c }", "x.dot").unwrap();
        assert_eq!((all.len(), all[0].file.name.as_str()), (1, "one"));
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
            "EPPP",
            "OPPP\nPPPP",
            "0 1 0\n1 0 1\n0 1 0",
            "[['p','e'],['e','w'],['w','p']]",
            "<pre>\nooo\n</pre>",
            "(1,2),(2,3)",
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
                "graph.txt:1:1: the text shows 2 graphs\n  graph.txt:2:1: graph 2",
            ),
            (
                ">>graph6<<Bw\nB",
                "graph.txt:2:1: the line is no graph in the format graph6, sparse6 or digraph6",
            ),
            (
                "graph [ node [ id 1 ] edge [ source 1 target 2 ] ]",
                "graph.txt:1:23: the `target` of the edge is no node",
            ),
            (
                "graph [ node [ id 1 ] node [ id 1 ] edge [ source 1 target 1 ] ]",
                "graph.txt:1:23: two nodes have the id `1`",
            ),
            (
                "{\"nodes\": [{\"id\": 1}, {\"id\": 1}], \"links\": []}",
                "graph.txt: two nodes have the id `1`\n  help: give each node an `id` of its own",
            ),
            (
                "*Vertices 2\n1\n2\n*Matrix\n0 1\n1 0",
                "graph.txt:4:1: the section `*Matrix` is unknown\n  \
                 help: list the edges in a section `*Edges`, `*Arcs`, `*Edgeslist` or `*Arcslist`",
            ),
            (
                "graph TD\nA --> B\nB C",
                "graph.txt:3:1: the line is no statement of a flowchart",
            ),
            (
                "{\"nodes\": [{\"color\": 1}], \"edges\": []}",
                "graph.txt: a node has no `id` and no `name`",
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
            (
                "<svg/>",
                "graph.txt: the file has no element `graph`\n  help: of XML, only graphs in GraphML are read; draw the board in characters",
            ),
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
