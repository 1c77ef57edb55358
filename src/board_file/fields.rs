use ron::value::RawValue;
use serde::Deserialize;

/// The fields of a board file, each as the text that stands for it.
///
/// They are read one by one afterwards, so that several wrong ones are reported together and each error
/// knows its place in the file.
#[derive(Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
pub(super) struct Fields<'a> {
    #[serde(borrow)]
    pub(super) name: &'a RawValue,
    #[serde(borrow)]
    pub(super) lattice: &'a RawValue,
    #[serde(borrow, default)]
    pub(super) symmetry: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) axis: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) labels: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) vacancy: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) holes: &'a RawValue,
    #[serde(borrow, default)]
    pub(super) note: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) source: Option<&'a RawValue>,
}

/// The value of the field `holes`.
#[derive(Deserialize)]
pub(super) enum HolesField<'a> {
    /// Rows from top to bottom.
    #[serde(borrow)]
    Picture(Vec<&'a RawValue>),
    /// Points `(x, y)`.
    #[serde(borrow)]
    Coordinates(Vec<&'a RawValue>),
}

/// The value of the field `labels`.
#[derive(Deserialize)]
pub(super) enum LabelsField<'a> {
    Letters,
    Numbers,
    #[serde(borrow)]
    Names(Vec<&'a RawValue>),
}
