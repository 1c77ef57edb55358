//! Serde forms of counts and chances. The documentation of [`problem`](crate::problem) shows all forms.

use super::{Chance, GameCounts};
use crate::board::Hole;
use num_bigint::BigUint;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// Serialized form of [`GameCounts`].
#[derive(Serialize, Deserialize)]
pub(super) struct GameCountsForm {
    games: Decimal,
    by_final_pegs: BTreeMap<usize, Decimal>,
    by_survivor: BTreeMap<Hole, Decimal>,
    solutions: Option<Decimal>,
    shortest_dead_end: Option<usize>,
    shortest_game: usize,
    longest_game: usize,
}

/// Number of any size, serialized as a decimal string.
struct Decimal(BigUint);

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        number(&String::deserialize(deserializer)?).map(Decimal)
    }
}

fn number<E: Error>(text: &str) -> Result<BigUint, E> {
    text.parse()
        .map_err(|_| E::custom(format!("`{text}` is not a decimal number")))
}

impl From<GameCounts> for GameCountsForm {
    fn from(counts: GameCounts) -> GameCountsForm {
        GameCountsForm {
            games: Decimal(counts.games),
            by_final_pegs: mapped(counts.by_final_pegs, Decimal),
            by_survivor: mapped(counts.by_survivor, Decimal),
            solutions: counts.solutions.map(Decimal),
            shortest_dead_end: counts.shortest_dead_end,
            shortest_game: counts.shortest_game,
            longest_game: counts.longest_game,
        }
    }
}

impl From<GameCountsForm> for GameCounts {
    fn from(form: GameCountsForm) -> GameCounts {
        let number = |Decimal(number)| number;
        GameCounts {
            games: number(form.games),
            by_final_pegs: mapped(form.by_final_pegs, number),
            by_survivor: mapped(form.by_survivor, number),
            solutions: form.solutions.map(number),
            shortest_dead_end: form.shortest_dead_end,
            shortest_game: form.shortest_game,
            longest_game: form.longest_game,
        }
    }
}

fn mapped<K: Ord, V, W>(map: BTreeMap<K, V>, to: impl Fn(V) -> W) -> BTreeMap<K, W> {
    map.into_iter()
        .map(|(key, value)| (key, to(value)))
        .collect()
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chance, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parts = text.split_once('/');
        let (numerator, denominator) =
            parts.ok_or_else(|| D::Error::custom(format!("`{text}` is not a fraction")))?;
        let (numerator, denominator) = (number(numerator)?, number::<D::Error>(denominator)?);
        if numerator <= denominator && denominator != BigUint::ZERO {
            Ok(Chance::new(numerator, denominator))
        } else {
            Err(D::Error::custom(format!("`{text}` is not a probability")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::Control;
    use crate::count::{chance_of_random_play, count_games};
    use crate::problem::Problem;
    use crate::sweep::SweepOptions;
    use serde_json::json;

    #[test]
    fn counts_and_chances_round_trip() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let (options, control) = (SweepOptions::default(), Control::default());
        let counts = count_games(&problem, &options, &control).unwrap();
        let form = serde_json::to_value(&counts).unwrap();
        assert_eq!(
            (
                &form["games"],
                &form["by_survivor"]["0"],
                &form["shortest_game"]
            ),
            (&json!("568630"), &json!("6816"), &json!(6))
        );
        assert_eq!(serde_json::from_value::<GameCounts>(form).unwrap(), counts);
        let chance = chance_of_random_play(&problem, &options, &control).unwrap();
        let form = serde_json::to_value(&chance).unwrap();
        assert_eq!(form, json!(chance.to_string()));
        assert_eq!(serde_json::from_value::<Chance>(form).unwrap(), chance);
        let half: Chance = serde_json::from_value(json!("2/4")).unwrap();
        assert_eq!(half.to_string(), "1/2");
        for wrong in ["", "1", "1/0", "0/0", "3/2", "-1/2", "1/2/3", "a/b"] {
            let read = serde_json::from_value::<Chance>(json!(wrong));
            assert!(read.is_err(), "{wrong}: {read:?}");
        }
    }
}
