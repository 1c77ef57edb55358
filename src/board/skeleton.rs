//! Holes and jumps of a board, from the lattice or the lists of its file.

use super::error::{BoardError, check_holes};
use super::{Jump, MAX_HOLES, jump, label};
use crate::board::file::{BoardFile, Labels};
use crate::board::geometry::{Coordinate, Direction, Lattice, Structure, placement};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Maximum number of jumps of a board. A lattice has at most 8 per hole.
pub const MAX_JUMPS: usize = 4096;

/// Labels, jumps and places of the holes.
pub(super) struct Skeleton {
    pub(super) labels: Vec<String>,
    /// Ordered by the hole they start from.
    pub(super) jumps: Vec<Jump>,
    /// Jumps that the file takes away from the lattice or the lists.
    pub(super) removed: Vec<Jump>,
    /// Code of the holes next to each hole.
    pub(super) neighbors: Vec<u128>,
    /// Number of neighbors of a hole inside the board.
    pub(super) most_neighbors: usize,
    /// Places that the file gives, for each hole of a board made from lists.
    given_places: Vec<Option<(f64, f64)>>,
    /// Place of each hole, found when a picture first needs it.
    places: OnceLock<Vec<(f64, f64)>>,
    pub(super) grid: Option<Grid>,
}

/// Points of a lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) lattice: Lattice,
    /// Coordinates of the holes, row by row.
    pub(super) coordinates: Vec<Coordinate>,
    /// Unit steps of the jumps.
    pub(super) steps: Vec<Coordinate>,
}

impl Skeleton {
    /// Derives the holes and jumps. Adds errors to `errors`, and returns `None` after those that leave no usable holes.
    pub(super) fn new(file: &BoardFile, errors: &mut Vec<BoardError>) -> Option<Skeleton> {
        let mut skeleton = match file.lattice.lattice() {
            Some(lattice) => Skeleton::on_lattice(file, lattice, errors)?,
            None => Skeleton::of_lists(file, errors)?,
        };
        skeleton.remove_jumps(file, errors);
        if skeleton.jumps.len() > MAX_JUMPS {
            let jumps = skeleton.jumps.len();
            errors.push(BoardError::TooManyJumps { jumps });
            return None;
        }
        Some(skeleton)
    }

    fn on_lattice(
        file: &BoardFile,
        lattice: Lattice,
        errors: &mut Vec<BoardError>,
    ) -> Option<Skeleton> {
        errors.extend(check_holes(&file.holes));
        if !errors.is_empty() {
            return None;
        }
        if !file.places.is_empty() {
            errors.push(BoardError::MisplacedField {
                field: "places",
                structure: lattice.name(),
            });
        }
        let coordinates = row_by_row(&file.holes);
        let labels = label::labels(&file.labels, &coordinates).unwrap_or_else(|wrong| {
            errors.extend(wrong);
            label::letters(&coordinates)
        });
        let own_steps = || lattice.directions().to_vec();
        let steps = match file.jumps.as_ref().map(|jumps| jumps.steps(lattice)) {
            None => own_steps(),
            Some(Ok(steps)) => steps,
            Some(Err(wrong)) => {
                errors.push(BoardError::Jumps(wrong));
                own_steps()
            }
        };
        let neighbor_steps = neighbor_steps(lattice, &steps);
        let neighbors = |&(x, y): &Coordinate| {
            let near = neighbor_steps
                .iter()
                .filter_map(|(dx, dy)| jump::index_of(&coordinates, (x + dx, y + dy)));
            near.fold(0, |code, hole| code | 1 << hole)
        };
        Some(Skeleton {
            labels,
            jumps: jump::along_steps(&steps, &coordinates),
            removed: Vec::new(),
            neighbors: coordinates.iter().map(neighbors).collect(),
            most_neighbors: neighbor_steps.len(),
            given_places: Vec::new(),
            places: OnceLock::new(),
            grid: Some(Grid {
                lattice,
                coordinates,
                steps,
            }),
        })
    }

    fn of_lists(file: &BoardFile, errors: &mut Vec<BoardError>) -> Option<Skeleton> {
        let structure = file.lattice.name();
        let lattice_fields = [
            ("holes", !file.holes.is_empty()),
            ("labels", file.labels == Labels::Numbers),
            ("jumps", file.jumps.is_some()),
            ("axis", file.axis.is_some()),
        ];
        let misplaced = lattice_fields.iter().filter(|(_, is_given)| *is_given);
        errors.extend(misplaced.map(|&(field, _)| BoardError::MisplacedField { field, structure }));
        let lists = file.lattice.lists();
        let wrong = lists
            .iter()
            .enumerate()
            .filter_map(|(index, list)| check_list(&file.lattice, index, list));
        errors.extend(wrong);
        let labels: Vec<String> = match &file.labels {
            Labels::Names(names) => names.clone(),
            _ => first_mentions(&lists),
        };
        errors.extend(label::check_names(&labels, labels.len()));
        let indexed = labels.iter().enumerate();
        let holes: HashMap<&str, usize> = indexed.map(|(hole, label)| (&**label, hole)).collect();
        let unknown = lists.iter().enumerate().filter(|(_, list)| {
            let is_known = |label: &&str| holes.contains_key(*label);
            !list.iter().all(is_known)
        });
        errors.extend(unknown.map(|(index, list)| BoardError::MalformedList {
            list: list.join(" "),
            reason: "it names a hole that the field `labels` lacks",
            index,
        }));
        match labels.len() {
            0 => errors.push(BoardError::NoHoles),
            1..=MAX_HOLES => {}
            holes => errors.push(BoardError::TooManyHoles { holes }),
        }
        if !errors.is_empty() {
            return None;
        }
        let indices: Vec<Vec<usize>> = lists
            .iter()
            .map(|list| list.iter().map(|label| holes[label]).collect())
            .collect();
        let mut neighbors = vec![0; labels.len()];
        for pair in indices.iter().flat_map(|list| list.windows(2)) {
            neighbors[pair[0]] |= 1u128 << pair[1];
            neighbors[pair[1]] |= 1u128 << pair[0];
        }
        let mut jumps = match &file.lattice {
            Structure::Graph(_) => over_edges(&neighbors),
            Structure::Lines(_) => indices.iter().flat_map(|line| along_line(line)).collect(),
            Structure::Jumps(_) | Structure::Lattice(_) => indices
                .iter()
                .map(|jump| Jump::new(jump[0], jump[1], jump[2]))
                .collect(),
        };
        jumps.sort_unstable();
        jumps.dedup();
        let degrees = neighbors
            .iter()
            .map(|code: &u128| code.count_ones() as usize);
        Some(Skeleton {
            most_neighbors: degrees.max().unwrap_or(0),
            given_places: given_places(file, &holes, errors),
            places: OnceLock::new(),
            labels,
            jumps,
            removed: Vec::new(),
            neighbors,
            grid: None,
        })
    }

    /// Returns the place of each hole in the plane. Neighbors lie about 1 apart.
    pub(super) fn places(&self) -> &[(f64, f64)] {
        self.places.get_or_init(|| match &self.grid {
            Some(grid) => grid
                .coordinates
                .iter()
                .map(|&point| grid.lattice.in_plane(point))
                .collect(),
            None => placement::find(&self.neighbor_lists(), &self.given_places),
        })
    }

    /// Returns the number of steps between neighbors from a hole to each other. A hole that cannot be reached counts as a
    /// little farther than all others.
    pub(super) fn steps_from(&self, hole: usize) -> Vec<f64> {
        placement::distances(&self.neighbor_lists(), hole)
    }

    fn neighbor_lists(&self) -> Vec<Vec<usize>> {
        let holes = 0..self.neighbors.len();
        self.neighbors
            .iter()
            .map(|code| holes.clone().filter(|hole| code >> hole & 1 == 1).collect())
            .collect()
    }

    /// Removes the jumps that the file lists in `without`, either way.
    fn remove_jumps(&mut self, file: &BoardFile, errors: &mut Vec<BoardError>) {
        for (index, listed) in file.without.iter().enumerate() {
            let hole = |label: &String| self.labels.iter().position(|known| known == label);
            let holes = [hole(&listed.0), hole(&listed.1), hole(&listed.2)];
            let is_listed = |jump: &Jump| {
                let [one, over, other] = holes;
                let ends = [jump.from(), jump.to()].map(|hole| Some(hole.index()));
                Some(jump.over().index()) == over && (ends == [one, other] || ends == [other, one])
            };
            let removed: Vec<Jump> = self.jumps.iter().copied().filter(is_listed).collect();
            // The opposite jump may be listed, too.
            if removed.is_empty() && !self.removed.iter().any(is_listed) {
                let (from, over, to) = listed.clone();
                errors.push(BoardError::NoSuchJump {
                    from,
                    over,
                    to,
                    index,
                });
            }
            self.jumps.retain(|jump| !removed.contains(jump));
            self.removed.extend(removed);
        }
        self.removed.sort_unstable();
    }
}

/// Returns the labels of lists in the order in which they occur first.
fn first_mentions(lists: &[Vec<&str>]) -> Vec<String> {
    let mut seen = HashSet::new();
    let labels = lists.iter().flatten().filter(|label| seen.insert(**label));
    labels.map(|label| (*label).to_owned()).collect()
}

/// Returns the error in an edge, a line or a jump, if any.
fn check_list(structure: &Structure, index: usize, list: &[&str]) -> Option<BoardError> {
    let has_duplicates =
        |labels: &[&str]| (1..labels.len()).any(|place| labels[..place].contains(&labels[place]));
    let is_closed = list.len() > 3 && list.first() == list.last();
    let reason = match structure {
        Structure::Graph(_) if list[0] == list[1] => "an edge connects two different holes",
        Structure::Jumps(_) if has_duplicates(list) => "a jump has three different holes",
        Structure::Lines(_) if list.len() < 2 => "a line has at least two holes",
        Structure::Lines(_) if has_duplicates(&list[usize::from(is_closed)..]) => {
            "a line names each of its holes once, except that a closed line ends where it begins"
        }
        _ => return None,
    };
    Some(BoardError::MalformedList {
        list: list.join(" "),
        reason,
        index,
    })
}

/// Returns the jumps of a graph: over each vertex, from each neighbor into each other one.
fn over_edges(neighbors: &[u128]) -> Vec<Jump> {
    let members = |code: u128| (0..neighbors.len()).filter(move |hole| code >> hole & 1 == 1);
    let mut jumps = Vec::new();
    for (over, &code) in neighbors.iter().enumerate() {
        for from in members(code) {
            jumps.extend(members(code & !(1 << from)).map(|to| Jump::new(from, over, to)));
        }
    }
    jumps
}

/// Returns the jumps along a line, in both directions. A line that ends where it begins is closed.
fn along_line(line: &[usize]) -> Vec<Jump> {
    let mut places = line.to_vec();
    if line.len() > 3 && line.first() == line.last() {
        places.push(line[1]);
    }
    let both_ways = |three: &[usize]| {
        [
            Jump::new(three[0], three[1], three[2]),
            Jump::new(three[2], three[1], three[0]),
        ]
    };
    places.windows(3).flat_map(both_ways).collect()
}

/// Returns `true` if a board can have a hole at a place.
pub(crate) fn is_possible_place(place: (f64, f64)) -> bool {
    const MAX: f64 = 1e6;
    place.0.abs() <= MAX && place.1.abs() <= MAX
}

/// Returns the places that the file gives.
fn given_places(
    file: &BoardFile,
    holes: &HashMap<&str, usize>,
    errors: &mut Vec<BoardError>,
) -> Vec<Option<(f64, f64)>> {
    let mut given = vec![None; holes.len()];
    for (index, (label, place)) in file.places.iter().enumerate() {
        let problem = match holes.get(label.as_str()) {
            None => Some("the board has no such hole"),
            Some(&hole) if given[hole].is_some() => Some("the hole has a place already"),
            Some(_) if !is_possible_place(*place) => {
                Some("coordinates are numbers between -1000000 and 1000000")
            }
            Some(_) if given.contains(&Some(*place)) => Some("another hole has this place"),
            Some(&hole) => {
                given[hole] = Some(*place);
                None
            }
        };
        errors.extend(problem.map(|reason| BoardError::Place {
            label: label.clone(),
            reason,
            index,
        }));
    }
    given
}

/// Sorts holes row by row and moves their bounding box to the origin.
fn row_by_row(holes: &[Coordinate]) -> Vec<Coordinate> {
    let left = holes.iter().map(|hole| hole.0).min().unwrap_or(0);
    let top = holes.iter().map(|hole| hole.1).min().unwrap_or(0);
    let mut moved: Vec<Coordinate> = holes.iter().map(|&(x, y)| (x - left, y - top)).collect();
    moved.sort_by_key(|&(x, y)| u64::from(y as u32) << 32 | u64::from(x as u32));
    moved
}

/// Returns the steps to neighbors along which a jump can go, forwards or backwards.
fn neighbor_steps(lattice: Lattice, steps: &[Coordinate]) -> Vec<Coordinate> {
    let all = Direction::ALL
        .into_iter()
        .filter_map(|direction| direction.step(lattice));
    all.filter(|&(x, y)| steps.contains(&(x, y)) || steps.contains(&(-x, -y)))
        .collect()
}
