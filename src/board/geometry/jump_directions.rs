use super::{Coordinate, Direction, Lattice};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Jump directions of a board that differ from the default of its [`Lattice`].
///
/// ```
/// use pegboard::{Direction, JumpDirections, Lattice};
/// assert_eq!(JumpDirections::All.steps(Lattice::Square)?.len(), 8);
/// let rightwards = JumpDirections::Only(vec![Direction::Right]);
/// assert_eq!(rightwards.steps(Lattice::Triangular)?, [(1, 0)]);
/// assert!(JumpDirections::Diagonal.steps(Lattice::Triangular).is_err());
/// # Ok::<(), pegboard::JumpDirectionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum JumpDirections {
    /// Along rows and columns: the rule of the square lattice.
    Orthogonal,
    /// Along the diagonals of the square lattice.
    Diagonal,
    /// All directions: eight on the square lattice, six on the triangular.
    All,
    /// Exactly these directions. A direction does not imply its opposite.
    #[serde(untagged)]
    Only(Vec<Direction>),
}

impl JumpDirections {
    /// Names of the sets of directions.
    pub(crate) const NAMES: [&'static str; 3] = ["Orthogonal", "Diagonal", "All"];

    /// Returns the set of directions with this name.
    pub(crate) fn named(name: &str) -> Option<JumpDirections> {
        match name {
            "Orthogonal" => Some(JumpDirections::Orthogonal),
            "Diagonal" => Some(JumpDirections::Diagonal),
            "All" => Some(JumpDirections::All),
            _ => None,
        }
    }

    /// Returns the directions with these unit steps.
    pub(crate) fn of_steps(lattice: Lattice, steps: &[Coordinate]) -> JumpDirections {
        let is_listed =
            |direction: &Direction| direction.step(lattice).is_some_and(|s| steps.contains(&s));
        JumpDirections::Only(Direction::ALL.into_iter().filter(is_listed).collect())
    }

    /// Returns the unit steps, in the order of [`Direction::ALL`].
    ///
    /// # Errors
    ///
    /// [`JumpDirectionsError`] if the lattice lacks the directions, or if the list is empty or has duplicates.
    pub fn steps(&self, lattice: Lattice) -> Result<Vec<Coordinate>, JumpDirectionsError> {
        if let JumpDirections::Only(list) = self {
            check_list(list, lattice)?;
        }
        let is_included = |direction: &Direction| match self {
            JumpDirections::Orthogonal => lattice == Lattice::Square && !direction.is_diagonal(),
            JumpDirections::Diagonal => lattice == Lattice::Square && direction.is_diagonal(),
            JumpDirections::All => true,
            JumpDirections::Only(list) => list.contains(direction),
        };
        let included = Direction::ALL.into_iter().filter(is_included);
        let steps: Vec<Coordinate> = included
            .filter_map(|direction| direction.step(lattice))
            .collect();
        if steps.is_empty() {
            return Err(JumpDirectionsError::OnlySquare {
                directions: self.clone(),
            });
        }
        Ok(steps)
    }
}

fn check_list(list: &[Direction], lattice: Lattice) -> Result<(), JumpDirectionsError> {
    if list.is_empty() {
        return Err(JumpDirectionsError::None);
    }
    for (index, &direction) in list.iter().enumerate() {
        if direction.step(lattice).is_none() {
            return Err(JumpDirectionsError::NotOnLattice { direction, lattice });
        }
        if list[..index].contains(&direction) {
            return Err(JumpDirectionsError::Repeated { direction });
        }
    }
    Ok(())
}

/// Error in the jump directions of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JumpDirectionsError {
    /// The list is empty.
    #[error("the list of directions in which pegs jump is empty")]
    None,
    /// The lattice lacks a direction.
    #[error("the {lattice} lattice has no direction `{direction}`")]
    NotOnLattice {
        /// Direction.
        direction: Direction,
        /// Lattice.
        lattice: Lattice,
    },
    /// A direction is listed twice.
    #[error("the direction `{direction}` is listed twice")]
    Repeated {
        /// Direction.
        direction: Direction,
    },
    /// The triangular lattice lacks a set of directions.
    #[error("only the square lattice has `{directions}` jumps")]
    OnlySquare {
        /// Set of directions.
        directions: JumpDirections,
    },
}

/// Formats directions as in a board file.
impl fmt::Display for JumpDirections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JumpDirections::Only(list) => {
                let names: Vec<String> = list.iter().map(Direction::to_string).collect();
                write!(f, "[{}]", names.join(", "))
            }
            named => write!(f, "{named:?}"),
        }
    }
}

/// Parses a name, or directions separated by commas. Letter case, brackets and hyphens are ignored: `all`, `[Right,
/// DownLeft]`, `right,down-left`.
///
/// ```
/// use pegboard::{Direction, JumpDirections};
/// assert_eq!("diagonal".parse(), Ok(JumpDirections::Diagonal));
/// let both = JumpDirections::Only(vec![Direction::Right, Direction::DownLeft]);
/// assert_eq!("right,down-left".parse(), Ok(both));
/// ```
impl FromStr for JumpDirections {
    type Err = String;

    fn from_str(text: &str) -> Result<JumpDirections, String> {
        let name = JumpDirections::NAMES
            .into_iter()
            .find(|name| name.eq_ignore_ascii_case(text.trim()));
        if let Some(named) = name.and_then(JumpDirections::named) {
            return Ok(named);
        }
        let list = text.trim().trim_start_matches('[').trim_end_matches(']');
        let directions = list
            .split(',')
            .map(|word| word.trim().parse())
            .collect::<Result<_, _>>();
        directions
            .map(JumpDirections::Only)
            .map_err(|message: String| {
                let names = JumpDirections::NAMES.map(str::to_lowercase).join(", ");
                format!("{message}; or write one of {names}")
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_directions_of_each_lattice_have_a_name() {
        for (lattice, directions) in [
            (Lattice::Square, JumpDirections::Orthogonal),
            (Lattice::Triangular, JumpDirections::All),
        ] {
            assert_eq!(directions.steps(lattice).unwrap(), lattice.directions());
        }
    }

    #[test]
    fn lists_are_sorted_and_checked() {
        use Direction::{Down, Left, Right, UpLeft};
        let only = |list: &[Direction], lattice| JumpDirections::Only(list.to_vec()).steps(lattice);
        assert_eq!(
            only(&[UpLeft, Right], Lattice::Square).unwrap(),
            [(1, 0), (-1, -1)]
        );
        let message = |result: Result<_, JumpDirectionsError>| result.unwrap_err().to_string();
        assert_eq!(
            message(only(&[Left, Down], Lattice::Triangular)),
            "the triangular lattice has no direction `Down`"
        );
        assert_eq!(
            message(only(&[Left, Left], Lattice::Square)),
            "the direction `Left` is listed twice"
        );
        assert_eq!(
            JumpDirections::of_steps(Lattice::Square, &[(-1, 0)]),
            JumpDirections::Only(vec![Left])
        );
    }

    #[test]
    fn parsing_ignores_case_brackets_and_hyphens() {
        let read = |text: &str| text.parse::<JumpDirections>();
        assert_eq!(read("Orthogonal"), Ok(JumpDirections::Orthogonal));
        assert_eq!(read(" ALL "), Ok(JumpDirections::All));
        let list = JumpDirections::Only(vec![Direction::Right, Direction::UpLeft]);
        for text in ["[Right, UpLeft]", "right,up-left", " right , upleft"] {
            assert_eq!(read(text), Ok(list.clone()), "{text}");
        }
        assert_eq!(read(&list.to_string()), Ok(list));
        assert_eq!(
            read("right,north").unwrap_err(),
            "`north` is not a direction; the directions are right, down-right, down, down-left, left, up-left, up, \
             up-right; or write one of orthogonal, diagonal, all"
        );
        assert!(read("").is_err());
    }

    #[test]
    fn directions_round_trip_through_json() {
        for (directions, json) in [
            (JumpDirections::Diagonal, "\"Diagonal\""),
            (
                JumpDirections::Only(vec![Direction::Right, Direction::UpLeft]),
                "[\"Right\",\"UpLeft\"]",
            ),
        ] {
            assert_eq!(serde_json::to_string(&directions).unwrap(), json);
            assert_eq!(
                serde_json::from_str::<JumpDirections>(json).unwrap(),
                directions
            );
        }
    }
}
