//! Places for the vertices of a graph in the plane.

use std::f64::consts::TAU;

/// Returns a place for each vertex, given the neighbors of each. Neighbors lie about 1 apart.
///
/// The places minimize the *stress*, the weighted sum of the squared differences between the distances in the plane and
/// in the graph, by majorization (Gansner, Koren and North 2004). The search starts with all vertices on a circle, so the
/// result depends on the graph alone. Places in `given` are kept.
pub(crate) fn find(neighbors: &[Vec<usize>], given: &[Option<(f64, f64)>]) -> Vec<(f64, f64)> {
    const ROUNDS: usize = 300;
    let count = neighbors.len();
    let distances: Vec<Vec<f64>> = (0..count).map(|from| distances(neighbors, from)).collect();
    let radius = count as f64 / TAU;
    let on_circle = |vertex: usize| {
        // Unequal angles, so that the start has no symmetry in which the search could get stuck.
        let angle = TAU * (vertex as f64 + 0.01 * (vertex as f64 * 2.7).sin()) / count as f64;
        (radius * angle.sin(), -radius * angle.cos())
    };
    let mut places: Vec<(f64, f64)> = (0..count)
        .map(|vertex| given[vertex].unwrap_or_else(|| on_circle(vertex)))
        .collect();
    for _ in 0..ROUNDS {
        for vertex in (0..count).filter(|&vertex| given[vertex].is_none()) {
            let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
            for other in (0..count).filter(|&other| other != vertex) {
                let (dx, dy) = (
                    places[vertex].0 - places[other].0,
                    places[vertex].1 - places[other].1,
                );
                let wanted = distances[vertex][other];
                let scale = wanted / dx.hypot(dy).max(1e-9);
                let weight = 1.0 / (wanted * wanted);
                x += weight * (places[other].0 + dx * scale);
                y += weight * (places[other].1 + dy * scale);
                total += weight;
            }
            if total > 0.0 {
                places[vertex] = (x / total, y / total);
            }
        }
    }
    separate(&mut places, neighbors, given);
    // Rounded, so that the last bits of sine and cosine on other machines do not matter.
    let rounded = |value: f64| (value * 1e3).round() / 1e3;
    places
        .into_iter()
        .map(|(x, y)| (rounded(x), rounded(y)))
        .collect()
}

/// Moves vertices apart that lie nearly on top of each other, as those with the same neighbors can, and away from edges
/// between others, unless their places are given.
fn separate(places: &mut [(f64, f64)], neighbors: &[Vec<usize>], given: &[Option<(f64, f64)>]) {
    const LEAST: f64 = 0.6;
    const MIN_TO_EDGE: f64 = 0.3;
    const ROUNDS: usize = 300;
    /// Maximum number of pairs of a vertex and an edge; graphs with more have no clear picture.
    const MAX_PAIRS: usize = 10_000;
    let edges =
        (0..places.len()).flat_map(|one| neighbors[one].iter().map(move |other| (one, *other)));
    let mut edges: Vec<(usize, usize)> = edges.filter(|(one, other)| one < other).collect();
    if edges.len() * places.len() > MAX_PAIRS {
        edges.clear();
    }
    for _ in 0..ROUNDS {
        let mut is_done = true;
        for vertex in (0..places.len()).filter(|&vertex| given[vertex].is_none()) {
            let others = (0..places.len()).filter(|&other| other != vertex);
            let points: Vec<((f64, f64), f64)> =
                others.map(|other| (places[other], LEAST)).collect();
            let apart = edges
                .iter()
                .filter(|(one, other)| *one != vertex && *other != vertex);
            let feet =
                apart.filter_map(|(one, other)| foot(places[vertex], places[*one], places[*other]));
            let feet: Vec<((f64, f64), f64)> = feet.map(|foot| (foot, MIN_TO_EDGE)).collect();
            for ((x, y), least) in points.into_iter().chain(feet) {
                let (dx, dy) = (places[vertex].0 - x, places[vertex].1 - y);
                let distance = dx.hypot(dy);
                if distance < least - 1e-3 {
                    let (right, down) = match distance {
                        _ if distance > 1e-6 => (dx / distance, dy / distance),
                        _ => (vertex as f64).sin_cos(),
                    };
                    let gap = (least - distance) / 2.0;
                    places[vertex].0 += gap * right;
                    places[vertex].1 += gap * down;
                    is_done = false;
                }
            }
        }
        if is_done {
            return;
        }
    }
}

/// Returns the point of the line between two others that is nearest to a point, if it lies between them.
fn foot((x, y): (f64, f64), one: (f64, f64), other: (f64, f64)) -> Option<(f64, f64)> {
    let (dx, dy) = (other.0 - one.0, other.1 - one.1);
    let share = ((x - one.0) * dx + (y - one.1) * dy) / (dx * dx + dy * dy);
    (share > 0.0 && share < 1.0).then_some((one.0 + share * dx, one.1 + share * dy))
}

/// Returns the distances from a vertex. Vertices that cannot be reached count as a little farther than all others.
pub(crate) fn distances(neighbors: &[Vec<usize>], from: usize) -> Vec<f64> {
    let mut found = vec![None; neighbors.len()];
    found[from] = Some(0);
    let mut ring = vec![from];
    let mut distance = 0;
    while !ring.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for vertex in ring.iter().flat_map(|&vertex| &neighbors[vertex]) {
            if found[*vertex].is_none() {
                found[*vertex] = Some(distance);
                next.push(*vertex);
            }
        }
        ring = next;
    }
    found
        .into_iter()
        .map(|known| f64::from(known.unwrap_or(distance + 1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Graphs whose least stress puts a vertex on an edge, as vertices and edges.
    #[test]
    fn no_vertex_lies_on_an_edge_between_others() {
        for (count, edges) in [
            (7, "01 02 12 03 04 34 25 35 46 56"),
            (7, "01 12 23 34 45 50 06 16 26 36 46 56 02"),
            (6, "01 12 23 34 45 50 03 14 25 02"),
        ] {
            let mut neighbors = vec![Vec::new(); count];
            let end = |word: &str, place: usize| usize::from(word.as_bytes()[place] - b'0');
            let edges: Vec<(usize, usize)> = edges
                .split(' ')
                .map(|word| (end(word, 0), end(word, 1)))
                .collect();
            for (one, other) in &edges {
                neighbors[*one].push(*other);
                neighbors[*other].push(*one);
            }
            let places = find(&neighbors, &vec![None; count]);
            for vertex in 0..count {
                for (one, other) in edges
                    .iter()
                    .filter(|(one, other)| *one != vertex && *other != vertex)
                {
                    let near = foot(places[vertex], places[*one], places[*other]);
                    let distance = near.map_or(1.0, |(x, y)| {
                        (x - places[vertex].0).hypot(y - places[vertex].1)
                    });
                    assert!(
                        distance > 0.2,
                        "{vertex} lies {distance} from {one}-{other} in {edges:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn neighbors_lie_about_one_apart_others_do_not_overlap_and_given_places_are_kept() {
        let cycle: Vec<Vec<usize>> = (0..8).map(|v| vec![(v + 7) % 8, (v + 1) % 8]).collect();
        let places = find(&cycle, &[None; 8]);
        for (vertex, neighbors) in cycle.iter().enumerate() {
            for &neighbor in neighbors {
                let (a, b) = (places[vertex], places[neighbor]);
                let distance = (a.0 - b.0).hypot(a.1 - b.1);
                assert!((0.7..1.5).contains(&distance), "{distance}");
            }
        }
        let complete: Vec<Vec<usize>> = (0..12)
            .map(|v| (0..12).filter(|&other| other != v).collect())
            .collect();
        let star: Vec<Vec<usize>> = (0..12)
            .map(|v| if v == 0 { (1..12).collect() } else { vec![0] })
            .collect();
        for graph in [complete, star] {
            let places = find(&graph, &[None; 12]);
            for (vertex, a) in places.iter().enumerate() {
                for b in &places[..vertex] {
                    let distance = (a.0 - b.0).hypot(a.1 - b.1);
                    assert!(distance > 0.5, "{distance}");
                }
            }
        }
        let mut given = [None; 8];
        given[3] = Some((10.0, 20.0));
        assert_eq!(find(&cycle, &given)[3], (10.0, 20.0));
    }
}
