//! Pictures of graphs of positions.

use super::dot::NodeColors;
use super::{JumpEdge, PositionGraph, PositionNode};
use crate::drawing::scene::{Point, Segment, Shape, Size, Text};
use crate::drawing::sheet::{Panel, Sheet};
use crate::drawing::{BoardDrawing, Color, Scene};
use crate::play::hint::Outlook;
use crate::problem::answer::Notation;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use petgraph::{Direction, graph::EdgeReference};

/// Picture of a graph of positions.
///
/// A row of small boards shows the positions after each number of jumps, each below the jumps that lead to it. Winning
/// positions are green and have the sign `+`, losing positions are red (`-`), and unknown positions yellow (`?`).
///
/// ```
/// use pegboard::drawing::graph::{GraphDrawing, Merging, PositionGraph};
/// use pegboard::{Board, Control};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let graph = PositionGraph::within(&start, 1, &Merging::Apart, 100, &Control::default())?;
/// let svg = GraphDrawing::new(&graph).to_svg();
/// assert_eq!(svg.matches("class=\"position").count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GraphDrawing<'a> {
    graph: &'a PositionGraph,
}

// Lengths in pixels.
const BOARD: f64 = 96.0; // longer side of a small board
const FRAME: f64 = 5.0; // between a small board and its frame
const ACROSS: f64 = 14.0; // between neighbors in a row
const BETWEEN_ROWS: f64 = 76.0;
const MARGIN: f64 = 16.0;
const ROW_LABEL: f64 = 84.0; // width
const BETWEEN_LINES: f64 = 30.0; // of one row
const TEXT: f64 = 13.0;
const JUMP_TEXT: f64 = 10.0;
const LEGEND_LINE: f64 = 22.0;
const LEGEND_TEXT: f64 = 26.0; // from the margin to the text beside a sign
const CHARACTER: f64 = 0.6; // upper estimate of the width of a character, as a part of the size of the text

/// Upper bound on the positions in a line; a longer row is wrapped.
const MAX_IN_LINE: usize = 12;

/// Rounds of the barycenter heuristic. Further rounds change little.
const ROUNDS: usize = 6;

impl GraphDrawing<'_> {
    /// Returns a drawing of a graph.
    pub fn new(graph: &PositionGraph) -> GraphDrawing<'_> {
        GraphDrawing { graph }
    }

    /// Returns an upper estimate of the bytes for the graph, its scene and the text of an SVG file.
    pub fn bytes(&self) -> u64 {
        /// Bytes of a hole, of a position without its holes, and of an edge with its label.
        const HOLE: u64 = 1200;
        const POSITION: u64 = 1200;
        const EDGE: u64 = 2000;
        let (positions, edges) = (
            self.graph.graph().node_count() as u64,
            self.graph.graph().edge_count() as u64,
        );
        let holes = self.graph.board().hole_count() as u64;
        self.graph.bytes() + positions * (POSITION + HOLE * holes) + edges * EDGE
    }

    /// Returns the text of an SVG file.
    pub fn to_svg(&self) -> String {
        self.scene().to_svg()
    }

    /// Returns the scene of the drawing, for all formats.
    pub fn scene(&self) -> Scene {
        let pattern = BoardDrawing::of_position(&self.graph.board().full());
        GraphSheet::new(self.graph, Sheet::new(&pattern)).scene()
    }
}

/// Geometry of a drawing.
struct GraphSheet<'a> {
    graph: &'a PositionGraph,
    board: Sheet<'a>,
    scale: f64,
    frame: Size,
    size: Size,
    /// Middle of the upper side of each node.
    places: Vec<Point>,
    /// Top and bottom of each row.
    rows: Vec<(f64, f64)>,
    legend: Vec<Outlook>,
    /// Explanation of `+1` after a jump, if that occurs.
    note: Option<&'static str>,
}

impl<'a> GraphSheet<'a> {
    fn new(graph: &'a PositionGraph, board: Sheet<'a>) -> GraphSheet<'a> {
        let scale = BOARD / board.panel.width.max(board.panel.height);
        let frame = Size {
            width: board.panel.width * scale + 2.0 * FRAME,
            height: board.panel.height * scale + 2.0 * FRAME,
        };
        let ordered = ordered_rows(graph);
        let wrapped: Vec<Vec<&[NodeIndex]>> = ordered.iter().map(|row| lines_of(row)).collect();
        let longest = wrapped
            .iter()
            .flatten()
            .map(|nodes| nodes.len())
            .max()
            .unwrap_or(0) as f64;
        let legend = outlooks(graph);
        let note = note(graph);
        let text_width = |text: &str| text.chars().count() as f64 * CHARACTER * TEXT;
        let in_legend = legend
            .iter()
            .map(|outlook| LEGEND_TEXT + text_width(meaning_of(*outlook)))
            .chain(note.map(text_width));
        let width = (ROW_LABEL + longest * (frame.width + ACROSS) - ACROSS)
            .max(in_legend.fold(0.0, f64::max))
            + 2.0 * MARGIN;
        let middle = MARGIN + ROW_LABEL + (width - 2.0 * MARGIN - ROW_LABEL) / 2.0;
        let mut places = vec![Point { x: 0.0, y: 0.0 }; graph.graph().node_count()];
        let (mut rows, mut y) = (Vec::new(), MARGIN);
        for lines in &wrapped {
            let top = y;
            for nodes in lines {
                for (column, node) in nodes.iter().enumerate() {
                    let from_middle = column as f64 - (nodes.len() - 1) as f64 / 2.0;
                    places[node.index()] = Point {
                        x: middle + from_middle * (frame.width + ACROSS),
                        y,
                    };
                }
                y += frame.height + BETWEEN_LINES;
            }
            rows.push((top, y - BETWEEN_LINES));
            y += BETWEEN_ROWS - BETWEEN_LINES;
        }
        let lines = legend.len() + usize::from(note.is_some());
        let height = y - BETWEEN_ROWS + MARGIN + LEGEND_LINE * lines as f64;
        let size = Size { width, height };
        GraphSheet {
            graph,
            board,
            scale,
            frame,
            size,
            places,
            rows,
            legend,
            note,
        }
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.graph.board().name(), self.size, Color::WHITE);
        self.graph
            .graph()
            .edge_references()
            .for_each(|edge| scene.add(self.edge(edge)));
        for (node, place) in self.graph.graph().node_weights().zip(&self.places) {
            self.draw_node(&mut scene, node, *place);
        }
        self.graph
            .graph()
            .node_indices()
            .for_each(|node| self.label_jumps(&mut scene, node));
        self.label_rows(&mut scene);
        self.draw_legend(&mut scene);
        scene
    }

    /// Returns a curve from the lower side of a position to the upper side of the next, with the jumps as a tooltip.
    fn edge(&self, edge: EdgeReference<'_, JumpEdge>) -> Shape {
        let (from, to) = (
            self.places[edge.source().index()],
            self.places[edge.target().index()],
        );
        let from = Point {
            y: from.y + self.frame.height,
            ..from
        };
        let bend = BETWEEN_ROWS / 2.0;
        let (down, up) = (
            Point {
                y: from.y + bend,
                ..from
            },
            Point {
                y: to.y - bend,
                ..to
            },
        );
        let color = NodeColors::of(self.graph.graph()[edge.target()].outlook).edge;
        Shape::path(vec![Segment::Move(from), Segment::Curve(down, up, to)])
            .stroked(color, 1.6)
            .with_opacity(0.75)
            .with_class("jump")
            .with_tooltip(edge.weight().notation(self.graph.board()))
    }

    fn draw_node(&self, scene: &mut Scene, node: &PositionNode, place: Point) {
        let NodeColors { fill, edge } = NodeColors::of(node.outlook);
        let left = place.x - self.frame.width / 2.0;
        let class = node
            .outlook
            .map_or(String::new(), |outlook| format!(" {outlook}"));
        let frame = Shape::rounded_rectangle(Point { x: left, ..place }, self.frame, 8.0);
        scene.add(
            frame
                .filled(fill)
                .stroked(edge, 2.0)
                .with_class(format!("position{class}")),
        );
        let corner = Point {
            x: left + FRAME,
            y: place.y + FRAME,
        };
        scene.add(
            self.board
                .panel(&Panel::of_position(&node.position), corner)
                .scaled(self.scale),
        );
        if let Some(outlook) = node.outlook {
            let corner = Point {
                x: left + self.frame.width - 9.0,
                y: place.y + 14.0,
            };
            scene.add(Text::centered(corner, TEXT, sign_of(outlook)));
        }
    }

    /// Draws the labels of the jumps that lead to a position, one above the other.
    fn label_jumps(&self, scene: &mut Scene, node: NodeIndex) {
        const MAX_LINES: usize = 3;
        let Point { x, y } = self.places[node.index()];
        let edges = self.graph.graph().edges_directed(node, Direction::Incoming);
        let mut labels: Vec<String> = edges
            .map(|edge| short_label(edge.weight(), self.graph))
            .collect();
        if labels.len() > MAX_LINES {
            labels.truncate(MAX_LINES - 1);
            labels.push("…".to_owned());
        }
        for (row, label) in labels.iter().enumerate() {
            let width = label.chars().count() as f64 * CHARACTER * JUMP_TEXT + 4.0;
            let base = y - 5.0 - row as f64 * (JUMP_TEXT + 1.0);
            let corner = Point {
                x: x - width / 2.0,
                y: base - JUMP_TEXT + 1.0,
            };
            let background = Shape::rectangle(
                corner,
                Size {
                    width,
                    height: JUMP_TEXT + 1.0,
                },
            );
            scene.add(background.filled(Color::WHITE).with_opacity(0.85));
            scene.add(Text::centered(Point { x, y: base }, JUMP_TEXT, label));
        }
    }

    fn label_rows(&self, scene: &mut Scene) {
        for (played, (nodes, (top, bottom))) in self.graph.layers().zip(&self.rows).enumerate() {
            let middle = (top + bottom) / 2.0;
            let label = match played {
                0 => "start".to_owned(),
                1 => "1 jump".to_owned(),
                _ => format!("{played} jumps"),
            };
            let noun = if nodes.len() == 1 {
                "position"
            } else {
                "positions"
            };
            let x = MARGIN + ROW_LABEL / 2.0 - 6.0;
            scene.add(Text::centered(Point { x, y: middle - 2.0 }, TEXT, &label));
            let count = format!("{} {noun}", nodes.len());
            scene.add(Text::centered(
                Point {
                    x,
                    y: middle + TEXT,
                },
                TEXT - 2.0,
                &count,
            ));
        }
    }

    fn draw_legend(&self, scene: &mut Scene) {
        let bottom = self.size.height - MARGIN / 2.0;
        let top =
            bottom - LEGEND_LINE * (self.legend.len() + usize::from(self.note.is_some())) as f64;
        for (row, outlook) in self.legend.iter().enumerate() {
            let y = top + (row as f64 + 0.5) * LEGEND_LINE;
            let NodeColors { fill, edge } = NodeColors::of(Some(*outlook));
            let box_size = Size {
                width: 16.0,
                height: 16.0,
            };
            let frame = Shape::rounded_rectangle(
                Point {
                    x: MARGIN,
                    y: y - 8.0,
                },
                box_size,
                3.0,
            );
            scene.add(frame.filled(fill).stroked(edge, 2.0).with_class("key"));
            let sign = Point {
                x: MARGIN + 8.0,
                y: y + 4.5,
            };
            scene.add(Text::centered(sign, TEXT, sign_of(*outlook)));
            scene.add(Text::left_aligned(
                Point {
                    x: MARGIN + LEGEND_TEXT,
                    y: y + 4.5,
                },
                TEXT,
                meaning_of(*outlook),
            ));
        }
        if let Some(note) = self.note {
            let place = Point {
                x: MARGIN,
                y: bottom - 0.5 * LEGEND_LINE + 4.5,
            };
            scene.add(Text::left_aligned(place, TEXT, note));
        }
    }
}

/// Returns the sign with which `pegboard hint` marks jumps.
fn sign_of(outlook: Outlook) -> &'static str {
    match outlook {
        Outlook::Winning => "+",
        Outlook::Losing => "-",
        Outlook::Unknown(_) => "?",
    }
}

/// Explains the sign of an outlook.
fn meaning_of(outlook: Outlook) -> &'static str {
    match outlook {
        Outlook::Winning => "the finish can still be reached",
        Outlook::Losing => "the finish can no longer be reached",
        Outlook::Unknown(_) => "unknown",
    }
}

/// Returns an outlook for each sign that occurs.
fn outlooks(graph: &PositionGraph) -> Vec<Outlook> {
    let first = |sign: &str| {
        let mut all = graph.graph().node_weights().filter_map(|node| node.outlook);
        all.find(|outlook| sign_of(*outlook) == sign)
    };
    ["+", "-", "?"].into_iter().filter_map(first).collect()
}

/// Returns an explanation of the numbers in [`short_label`].
fn note(graph: &PositionGraph) -> Option<&'static str> {
    match graph
        .graph()
        .edge_weights()
        .map(|edge| edge.jumps.len())
        .max()?
    {
        0 | 1 => None,
        2 => Some("+1: one more jump leads there"),
        _ => Some("+1, +2, …: number of further jumps that lead there"),
    }
}

/// Returns the first of the jumps and the number of further ones.
fn short_label(edge: &JumpEdge, graph: &PositionGraph) -> String {
    let first = edge
        .jumps
        .first()
        .map(|jump| Notation::default().jump(graph.board(), *jump));
    match edge.jumps.len() {
        0 | 1 => first.unwrap_or_default(),
        several => format!("{} +{}", first.unwrap_or_default(), several - 1),
    }
}

/// Splits a row into the fewest lines, of about equal length.
fn lines_of(row: &[NodeIndex]) -> Vec<&[NodeIndex]> {
    let lines = row.len().div_ceil(MAX_IN_LINE).max(1);
    row.chunks(row.len().div_ceil(lines).max(1)).collect()
}

/// Returns the rows in an order with few crossings by the barycenter heuristic: each node moves to the mean place of its
/// neighbors, alternately in the row above and in the row below.
fn ordered_rows(graph: &PositionGraph) -> Vec<Vec<NodeIndex>> {
    let mut rows: Vec<Vec<NodeIndex>> = graph.layers().map(<[_]>::to_vec).collect();
    let mut places = vec![0.0; graph.graph().node_count()];
    rows.iter().for_each(|row| spread(row, &mut places));
    for round in 0..ROUNDS {
        let (side, downwards) = if round % 2 == 0 {
            (Direction::Incoming, true)
        } else {
            (Direction::Outgoing, false)
        };
        let order: Vec<usize> = if downwards {
            (0..rows.len()).collect()
        } else {
            (0..rows.len()).rev().collect()
        };
        for row in order {
            sort_by_neighbors(graph, side, &mut rows[row], &places);
            spread(&rows[row], &mut places);
        }
    }
    rows
}

/// Places the nodes of a row evenly around 0.
fn spread(row: &[NodeIndex], places: &mut [f64]) {
    for (column, node) in row.iter().enumerate() {
        places[node.index()] = column as f64 - (row.len() - 1) as f64 / 2.0;
    }
}

/// Sorts a row by the mean places of neighbors. The sort is stable, so nodes with the same neighbors keep their order.
fn sort_by_neighbors(
    graph: &PositionGraph,
    side: Direction,
    row: &mut [NodeIndex],
    places: &[f64],
) {
    let mean_place = |node: &NodeIndex| {
        let neighbors: Vec<f64> = graph
            .graph()
            .neighbors_directed(*node, side)
            .map(|other| places[other.index()])
            .collect();
        match neighbors.len() {
            0 => places[node.index()],
            count => neighbors.iter().sum::<f64>() / count as f64,
        }
    };
    let mut keyed: Vec<(f64, NodeIndex)> =
        row.iter().map(|node| (mean_place(node), *node)).collect();
    keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (node, (_, sorted)) in row.iter_mut().zip(keyed) {
        *node = sorted;
    }
}
