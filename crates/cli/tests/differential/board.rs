//! Random boards, and their files.

use pegboard_fuzz::oracle::{Linear, Place, Rules, lattice_steps};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub enum Jumps {
    Own,
    Named(&'static str),
    Listed(Vec<(&'static str, Place)>),
}

#[derive(Clone, Copy, Debug)]
pub enum Labels {
    Letters,
    Numbers,
    Names,
    /// Names that differ in case only.
    Cases,
}

/// Declared symmetry group.
#[derive(Clone, Copy, Debug)]
pub enum Declared {
    Auto,
    Trivial,
    Rotations,
    Whole,
}

#[derive(Clone, Debug)]
pub struct TestBoard {
    pub is_triangular: bool,
    jumps: Jumps,
    places: BTreeSet<Place>,
    labels: Labels,
    declared: Declared,
    is_picture: bool,
    shift: Place,
    /// `true` if the first hole is marked as the usual vacancy.
    pub has_vacancy: bool,
}

const SQUARE: [(&str, Place); 8] = [
    ("Right", (1, 0)),
    ("DownRight", (1, 1)),
    ("Down", (0, 1)),
    ("DownLeft", (-1, 1)),
    ("Left", (-1, 0)),
    ("UpLeft", (-1, -1)),
    ("Up", (0, -1)),
    ("UpRight", (1, -1)),
];

const TRIANGULAR: [(&str, Place); 6] = [
    ("Right", (1, 0)),
    ("DownRight", (1, 1)),
    ("DownLeft", (0, 1)),
    ("Left", (-1, 0)),
    ("UpLeft", (-1, -1)),
    ("UpRight", (0, -1)),
];

fn jumps(is_triangular: bool) -> BoxedStrategy<Jumps> {
    let (all, named) = if is_triangular {
        (TRIANGULAR.to_vec(), vec!["All"])
    } else {
        (SQUARE.to_vec(), vec!["Orthogonal", "Diagonal", "All"])
    };
    prop_oneof![
        4 => Just(Jumps::Own),
        2 => select(named).prop_map(Jumps::Named),
        2 => subsequence(all.clone(), 1..=all.len()).prop_shuffle().prop_map(Jumps::Listed),
    ]
    .boxed()
}

/// Generates the places of a rectangle of at most 15 places, or a triangle, of which some are missing.
fn places() -> impl Strategy<Value = BTreeSet<Place>> {
    let whole = prop_oneof![
        (1..=5i32, 2..=5i32).prop_map(|(width, height)| {
            (0..height)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .collect::<Vec<_>>()
        }),
        (3..=5i32).prop_map(|side| (0..side)
            .flat_map(|y| (0..=y).map(move |x| (x, y)))
            .collect::<Vec<_>>()),
    ];
    whole.prop_flat_map(|whole| {
        let most = whole.len().min(15);
        subsequence(whole, most.saturating_sub(5).max(1)..=most)
            .prop_map(|places| places.into_iter().collect())
    })
}

pub fn boards() -> impl Strategy<Value = TestBoard> {
    use {Declared::*, Labels::*};
    (any::<bool>(), places()).prop_flat_map(|(is_triangular, places)| {
        let labels = prop_oneof![4 => Just(Letters), 1 => Just(Numbers), 1 => Just(Names), 1 => Just(Cases)];
        let declared = prop_oneof![4 => Just(Auto), 1 => Just(Trivial), 1 => Just(Rotations), 1 => Just(Whole)];
        let shift = (-3..3i32, -3..3i32);
        (jumps(is_triangular), labels, declared, any::<bool>(), shift, any::<bool>()).prop_map(
            move |(jumps, labels, declared, is_picture, shift, has_vacancy)| TestBoard {
                is_triangular,
                jumps,
                places: places.clone(),
                labels,
                declared,
                is_picture,
                shift,
                has_vacancy,
            },
        )
    })
}

impl TestBoard {
    fn steps(&self) -> Vec<Place> {
        match &self.jumps {
            Jumps::Listed(list) => list.iter().map(|(_, step)| *step).collect(),
            Jumps::Named("Diagonal") => SQUARE
                .iter()
                .map(|(_, step)| *step)
                .filter(|(x, y)| x * y != 0)
                .collect(),
            Jumps::Named("All") if !self.is_triangular => {
                SQUARE.iter().map(|(_, step)| *step).collect()
            }
            Jumps::Own | Jumps::Named(_) => lattice_steps(self.is_triangular),
        }
    }

    /// Returns the rules, with the top left corner at the origin.
    pub fn rules(&self) -> Rules {
        let left = self.places.iter().map(|(x, _)| *x).min().unwrap_or(0);
        let top = self.places.iter().map(|(_, y)| *y).min().unwrap_or(0);
        Rules::new(
            self.places.iter().map(|(x, y)| (x - left, y - top)),
            &self.steps(),
        )
    }

    pub fn labels(&self) -> Vec<String> {
        let rules = self.rules();
        let holes = rules.holes.iter().enumerate();
        holes
            .map(|(index, (x, y))| match self.labels {
                Labels::Letters => format!("{}{}", char::from(b'a' + *x as u8), y + 1),
                Labels::Numbers => (index + 1).to_string(),
                Labels::Names => format!("é{index}_"),
                Labels::Cases => format!("{}{}", if index % 2 == 0 { 'q' } else { 'Q' }, index / 2),
            })
            .collect()
    }

    /// Returns the group of the board file: all symmetries, or those of the declared group.
    pub fn group(&self) -> Vec<(Linear, Vec<usize>)> {
        let mut group = self.rules().symmetries(self.is_triangular);
        match self.declared {
            Declared::Auto | Declared::Whole => {}
            Declared::Trivial => group.truncate(1),
            Declared::Rotations => group.retain(|(map, _)| map.is_rotation()),
        }
        group
    }

    pub fn group_name(&self) -> String {
        name(&self.group())
    }

    /// Returns the text of the board file.
    pub fn text(&self) -> String {
        let lattice = if self.is_triangular {
            "Triangular"
        } else {
            "Square"
        };
        let mut text = format!("Board(\n    name: \"Random\",\n    lattice: {lattice},\n");
        match &self.jumps {
            Jumps::Own => {}
            Jumps::Named(name) => text += &format!("    jumps: {name},\n"),
            Jumps::Listed(list) => {
                let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
                text += &format!("    jumps: [{}],\n", names.join(", "));
            }
        }
        if !matches!(self.declared, Declared::Auto) {
            text += &format!("    symmetry: {},\n", self.group_name());
        }
        let labels = self.labels();
        match self.labels {
            Labels::Letters => {}
            Labels::Numbers => text += "    labels: Numbers,\n",
            Labels::Names | Labels::Cases => text += &format!("    labels: Names({labels:?}),\n"),
        }
        if self.has_vacancy {
            text += &format!("    vacancy: {:?},\n", labels[0]);
        }
        let rules = self.rules();
        if self.is_picture {
            let width = rules.holes.iter().map(|(x, _)| x + 1).max().unwrap_or(0);
            let height = rules.holes.iter().map(|(_, y)| y + 1).max().unwrap_or(0);
            let mark = |x, y| {
                if rules.holes.contains(&(x, y)) {
                    'o'
                } else {
                    '.'
                }
            };
            let row = |y| (0..width).map(|x| mark(x, y)).collect::<String>();
            text += &format!(
                "    holes: Picture({:?}),\n)\n",
                (0..height).map(row).collect::<Vec<_>>()
            );
        } else {
            let moved = rules
                .holes
                .iter()
                .rev()
                .map(|(x, y)| (x + self.shift.0, y + self.shift.1));
            text += &format!(
                "    holes: Coordinates({:?}),\n)\n",
                moved.collect::<Vec<_>>()
            );
        }
        text
    }
}

fn name(group: &[(Linear, Vec<usize>)]) -> String {
    let rotations = group.iter().filter(|(map, _)| map.is_rotation()).count();
    format!(
        "{}{rotations}",
        if group.len() > rotations { 'D' } else { 'C' }
    )
}
