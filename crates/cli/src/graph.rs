use super::board_name::BoardArgs;
use super::hint::notation;
use super::limit_args::LimitArgs;
use super::outcome::Outcome;
use super::output::{self, Format};
use super::output_file;
use super::picture_file::{self, PictureKind};
use super::problem_args::{ProblemArgs, without_default};
use super::program::{Call, Run, with_help};
use super::quantity;
use super::watch::Watch;
use anyhow::{anyhow, bail};
use clap::Args;
use pegboard::drawing::graph::{
    GraphDrawing, GraphError, JumpEdge, Merging, PositionGraph, PositionNode,
};
use pegboard::{
    Board, Control, Goal, LimitReached, PatternLabels, Position, Problem, SolverOptions,
    SolverOracle,
};
use petgraph::graph::EdgeReference;
use petgraph::visit::EdgeRef;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Default time limit for finding winning and losing positions.
const TIME_FOR_OUTLOOKS: Duration = Duration::from_secs(10);

#[derive(Args)]
#[command(mut_arg("time", |time| with_help(
    time,
    "Time limit: 20s, 500ms, 1h30m",
    "It applies to finding the positions, and again to deciding which of them win, where the default is 10s."
)))]
#[command(mut_arg("finish", |finish| without_default(finish, "With a finish, the positions that can still win are marked.")))]
#[command(mut_args(quantity::with_negative_values))]
pub struct GraphArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Maximum number of jumps from the start
    #[arg(short = 'k', long, value_name = "NUMBER", value_parser = quantity::whole_number::<usize>, default_value_t = 2, help_heading = "Graph")]
    depth: usize,
    /// Merge symmetric positions; with a finish, only under the symmetries that keep it
    #[arg(long, help_heading = "Graph")]
    merge: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Maximum number of positions; larger graphs are refused
    #[arg(long, value_name = "NUMBER", value_parser = quantity::at_least_one, default_value = "500", help_heading = "Limits")]
    nodes: NonZeroUsize,
    /// Write Graphviz DOT [default for a FILE that ends in .dot or .gv]
    #[arg(long, conflicts_with = "svg", help_heading = "Output")]
    dot: bool,
    /// Write SVG [default for other files; PNG and PDF for a FILE that ends in .png or .pdf]
    #[arg(long, help_heading = "Output")]
    svg: bool,
    /// Write the graph to FILE; without it, or with `-`, print to standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// Output format of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Dot,
    Svg,
}

impl Run for GraphArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        self.check_file()?;
        let board = self.board.find_and_warn()?;
        let (graph, problem) = self.graph(&board, &Watch::start())?; // the watch ends here, so that Ctrl-C ends the rest at once
        let language = self.language();
        let text = || match language {
            Language::Dot => graph.to_dot(),
            Language::Svg => GraphDrawing::new(&graph).to_svg(),
        };
        let file = output_file::other_than_stdout(self.output.as_ref());
        match file {
            Some(path) if self.is_png_or_pdf(path) => {
                let scene = GraphDrawing::new(&graph).scene();
                let watch = Watch::start();
                picture_file::write_still(
                    path,
                    &scene,
                    None,
                    &watch.control_of_picture(self.limits.time, self.limits.memory),
                )?;
            }
            Some(path) => output_file::write(path, &text())?,
            None => {}
        }
        match (call.format, file) {
            (Format::Text, Some(_)) => {}
            (Format::Text, None) => output::print_text(&text())?,
            (Format::Json, _) => {
                // Without a file, JSON holds only a picture that an option asks for.
                let in_report = |is_asked: bool| (is_asked && file.is_none()).then(text);
                let report = GraphReport {
                    finish_patterns: problem.as_ref().and_then(Problem::pattern_labels),
                    dot: in_report(self.dot),
                    edges: &graph,
                    file: file.map(|path| path.display().to_string()),
                    layers: graph.layers().map(<[_]>::len).collect(),
                    nodes: &graph,
                    positions: graph.graph().node_count(),
                    svg: in_report(self.svg),
                };
                output::print_board_json("graph", self.board.reported(&board), &report)?;
            }
        }
        Ok(Outcome::Done)
    }
}

/// JSON object of a graph. Nodes and edges are written one by one, because all of them as values would take many times
/// the memory of the graph.
#[derive(Serialize)]
struct GraphReport<'a> {
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    dot: Option<String>,
    #[serde(serialize_with = "edges")]
    edges: &'a PositionGraph,
    file: Option<String>,
    layers: Vec<usize>,
    #[serde(serialize_with = "nodes")]
    nodes: &'a PositionGraph,
    positions: usize,
    svg: Option<String>,
}

/// Writes the positions in the order of their numbers, from 0.
fn nodes<S: Serializer>(graph: &PositionGraph, serializer: S) -> Result<S::Ok, S::Error> {
    let board = graph.board();
    let report = |node: &PositionNode| {
        let pegs: Vec<&str> = node.position.pegs().map(|hole| board.label(hole)).collect();
        json!({
            "position": pegs,
            "code": node.position.code().to_string(),
            "jumps_played": node.jumps_played,
            "verdict": node.outlook.map(|outlook| outlook.to_string()),
        })
    };
    serializer.collect_seq(graph.graph().node_weights().map(report))
}

/// Writes the edges: the numbers of two positions, and the jumps between them.
fn edges<S: Serializer>(graph: &PositionGraph, serializer: S) -> Result<S::Ok, S::Error> {
    let board = graph.board();
    let report = |edge: EdgeReference<'_, JumpEdge>| {
        let jumps: Vec<String> = edge
            .weight()
            .jumps
            .iter()
            .map(|jump| notation(board, *jump))
            .collect();
        json!({ "from": edge.source().index(), "to": edge.target().index(), "jumps": jumps })
    };
    serializer.collect_seq(graph.graph().edge_references().map(report))
}

impl GraphArgs {
    /// Builds the graph, with outlooks if a finish is given.
    fn graph(
        &self,
        board: &Board,
        watch: &Watch,
    ) -> anyhow::Result<(PositionGraph, Option<Problem>)> {
        let control = watch.control(self.limits.limits());
        if !self.problem.finish_is_given() {
            if self.limits.threads.is_some() {
                bail!(
                    "`--threads` is for deciding which positions win; name a finish, such as `--finish any`, or leave \
                     `--threads` out"
                );
            }
            let start = self.problem.start_position(board)?;
            let merging = self.merging(&Goal::OnePeg);
            let graph = self.within(&start, &merging, &control)?;
            return Ok((graph, None));
        }
        let problem = self.problem.problem(board)?;
        let merging = self.merging(problem.goal());
        let graph = self.within(problem.start(), &merging, &control)?;
        let mut limits = self.limits.limits();
        limits.time = limits.time.or(Some(TIME_FOR_OUTLOOKS));
        let oracle = SolverOracle::new(&problem, SolverOptions::default());
        let graph = graph.with_outlooks(&oracle, &watch.control(limits));
        watch.unless_cancelled()?;
        Ok((graph, Some(problem)))
    }

    /// Returns the graph of the positions around a start, if it and its picture fit the limits.
    fn within(
        &self,
        start: &Position,
        merging: &Merging,
        control: &Control<'_>,
    ) -> anyhow::Result<PositionGraph> {
        let graph = PositionGraph::within(start, self.depth, merging, self.nodes.get(), control)
            .map_err(|error| match error {
                GraphError::TooManyPositions { .. } => anyhow!("{error}: `--nodes`, `--merge`"),
                _ => error.into(),
            })?;
        self.check_room(&graph)?;
        Ok(graph)
    }

    /// Returns an error if the picture of a graph does not fit the memory.
    fn check_room(&self, graph: &PositionGraph) -> Result<(), GraphError> {
        let memory = Control::new(self.limits.limits()).memory();
        if self.language() == Language::Svg && GraphDrawing::new(graph).bytes() > memory {
            return Err(GraphError::Stopped(LimitReached::Memory));
        }
        Ok(())
    }

    fn merging(&self, goal: &Goal) -> Merging {
        if self.merge {
            Merging::MergedFor(goal.clone())
        } else {
            Merging::Apart
        }
    }

    /// Checks that the extension of the file names a known format and agrees with the options.
    fn check_file(&self) -> anyhow::Result<()> {
        let Some(path) = self.output.as_deref() else {
            return Ok(());
        };
        let kind = PictureKind::of_still(path);
        if let Ok(kind) = kind
            && path.extension().is_some()
            && (self.dot || self.svg && kind != PictureKind::Svg)
        {
            let flag = if self.dot { "--dot" } else { "--svg" };
            bail!(
                "`{flag}` contradicts the extension of `{}`; omit the option or change the extension",
                path.display()
            );
        }
        if self.language() == Language::Svg {
            kind.map_err(|error| {
                anyhow!("{error}; Graphviz DOT goes to a file that ends in `.dot` or `.gv`")
            })?;
        }
        Ok(())
    }

    fn is_png_or_pdf(&self, path: &Path) -> bool {
        let is_svg = PictureKind::of_still(path).is_ok_and(|kind| kind == PictureKind::Svg);
        self.language() == Language::Svg && !is_svg
    }

    fn language(&self) -> Language {
        let extension = self
            .output
            .as_ref()
            .and_then(|path| path.extension()?.to_str());
        match extension {
            _ if self.dot => Language::Dot,
            _ if self.svg => Language::Svg,
            Some("dot" | "gv") => Language::Dot,
            _ => Language::Svg,
        }
    }
}
