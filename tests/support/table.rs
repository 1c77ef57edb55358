/// Returns the rows of a data file: comma-separated cells, after comments and a line with column names.
pub fn rows<const COLUMNS: usize>(text: &str) -> impl Iterator<Item = [&str; COLUMNS]> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        cells
            .try_into()
            .unwrap_or_else(|_| panic!("`{line}` does not have {COLUMNS} cells"))
    })
}
