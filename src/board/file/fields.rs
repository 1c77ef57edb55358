use ron::value::RawValue;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// Fields of a board file as unparsed values.
///
/// The values are parsed one by one afterwards, so that several errors are reported together and each has its place
/// in the file. Unknown and repeated fields do not hide errors in others.
#[derive(Default)]
pub(super) struct Fields<'a> {
    pub(super) name: Option<&'a RawValue>,
    pub(super) lattice: Option<&'a RawValue>,
    pub(super) jumps: Option<&'a RawValue>,
    pub(super) without: Option<&'a RawValue>,
    pub(super) symmetry: Option<&'a RawValue>,
    pub(super) axis: Option<&'a RawValue>,
    pub(super) labels: Option<&'a RawValue>,
    pub(super) vacancy: Option<&'a RawValue>,
    pub(super) finish: Option<&'a RawValue>,
    pub(super) holes: Option<&'a RawValue>,
    pub(super) places: Option<&'a RawValue>,
    pub(super) note: Option<&'a RawValue>,
    pub(super) source: Option<&'a RawValue>,
    /// Unknown field names, with their values.
    pub(super) unknown: Vec<(String, &'a RawValue)>,
    /// Repeated field names, with their values.
    pub(super) repeated: Vec<(String, &'a RawValue)>,
}

/// The names of the fields.
pub(super) const NAMES: &[&str] = &[
    "name", "lattice", "jumps", "without", "symmetry", "axis", "labels", "vacancy", "finish",
    "holes", "places", "note", "source",
];

/// Maximum number of unknown or repeated fields to keep.
const MAX_KEPT: usize = 100;

impl<'a> Fields<'a> {
    fn field(&mut self, name: &str) -> Option<&mut Option<&'a RawValue>> {
        Some(match name {
            "name" => &mut self.name,
            "lattice" => &mut self.lattice,
            "jumps" => &mut self.jumps,
            "without" => &mut self.without,
            "symmetry" => &mut self.symmetry,
            "axis" => &mut self.axis,
            "labels" => &mut self.labels,
            "vacancy" => &mut self.vacancy,
            "finish" => &mut self.finish,
            "holes" => &mut self.holes,
            "places" => &mut self.places,
            "note" => &mut self.note,
            "source" => &mut self.source,
            _ => return None,
        })
    }

    fn insert(&mut self, name: &str, value: &'a RawValue) {
        let misplaced = match self.field(name) {
            Some(field @ None) => {
                *field = Some(value);
                return;
            }
            Some(Some(_)) => &mut self.repeated,
            None => &mut self.unknown,
        };
        if misplaced.len() < MAX_KEPT {
            misplaced.push((name.to_owned(), value));
        }
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Board", NAMES, FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Fields::default();
        while let Some(FieldName(name)) = map.next_key()? {
            fields.insert(&name, map.next_value()?);
        }
        Ok(fields)
    }
}

/// Any identifier.
struct FieldName(String);

impl<'de> Deserialize<'de> for FieldName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = FieldName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a field")
            }

            fn visit_str<E>(self, word: &str) -> Result<FieldName, E> {
                Ok(FieldName(word.to_owned()))
            }
        }
        deserializer.deserialize_identifier(Word)
    }
}

/// Value of the field `lattice`.
#[derive(Deserialize)]
pub(super) enum LatticeField<'a> {
    Square,
    Triangular,
    /// Edges.
    #[serde(borrow)]
    Graph(Vec<&'a RawValue>),
    /// Lists of holes.
    #[serde(borrow)]
    Lines(Vec<&'a RawValue>),
    /// From, over, into.
    #[serde(borrow)]
    Jumps(Vec<&'a RawValue>),
}

/// Value of the field `holes`.
#[derive(Deserialize)]
pub(super) enum HolesField<'a> {
    /// Rows from top to bottom.
    #[serde(borrow)]
    Picture(Vec<&'a RawValue>),
    /// Coordinates `(x, y)`.
    #[serde(borrow)]
    Coordinates(Vec<&'a RawValue>),
}

/// Value of the field `finish`, if it is no label.
#[derive(Deserialize)]
pub(super) enum FinishField<'a> {
    /// Pegs.
    #[serde(borrow)]
    Position(Vec<&'a RawValue>),
    /// Patterns.
    #[serde(borrow)]
    Patterns(Vec<&'a RawValue>),
}

/// Entry of the patterns of the field `finish`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternField {
    #[serde(default)]
    pub(super) pegs: Vec<String>,
    #[serde(default)]
    pub(super) empty: Vec<String>,
}

/// Value of a field with a list: directions of `jumps`, `without`, `places`.
pub(super) type ListField<'a> = Vec<&'a RawValue>;

/// Value of the field `labels`.
#[derive(Deserialize)]
pub(super) enum LabelsField<'a> {
    Letters,
    Numbers,
    #[serde(borrow)]
    Names(Vec<&'a RawValue>),
}
