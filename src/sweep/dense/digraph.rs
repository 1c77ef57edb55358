use petgraph::algo::toposort;
use petgraph::graph::DiGraph;

/// Returns the number of edges of the longest path from each node, or `None` if the graph has a cycle.
pub(super) fn longest_paths(nodes: usize, edges: &[(usize, usize)]) -> Option<Vec<u32>> {
    let mut graph = DiGraph::<(), (), u32>::default();
    let indices: Vec<_> = (0..nodes).map(|_| graph.add_node(())).collect();
    for &(from, to) in edges {
        graph.update_edge(indices[from], indices[to], ());
    }
    let order = toposort(&graph, None).ok()?;
    let mut paths = vec![0; nodes];
    for node in order.into_iter().rev() {
        let longest = graph
            .neighbors(node)
            .map(|next| paths[next.index()] + 1)
            .max();
        paths[node.index()] = longest.unwrap_or(0);
    }
    Some(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_has_no_longest_path() {
        assert_eq!(
            longest_paths(4, &[(0, 1), (1, 2), (0, 2)]),
            Some(vec![2, 1, 0, 0])
        );
        assert_eq!(longest_paths(3, &[(0, 1), (1, 2), (2, 0)]), None);
    }
}
