"""Graphs of other packages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx
    import rustworkx

    from ._native import Graph


def node_link_text(graph: Any) -> str:
    """Returns a graph of networkx as JSON with lists of nodes and links, which the reader of boards understands."""

    def node(name: Any, attributes: dict[str, Any]) -> dict[str, Any]:
        entry: dict[str, Any] = {"id": str(name)}
        place = attributes.get("pos")
        if place is not None:
            entry["pos"] = [float(place[0]), float(place[1])]
        return entry

    name = getattr(graph, "name", "")
    return json.dumps(
        {
            "directed": bool(graph.is_directed()),
            "graph": {"name": name} if name else {},
            "nodes": [node(name, attributes) for name, attributes in graph.nodes(data=True)],
            "links": [{"source": str(start), "target": str(end)} for start, end in graph.edges()],
        }
    )


def to_networkx(graph: Graph) -> networkx.DiGraph[int]:
    """Returns a graph of positions for networkx. Its nodes are codes."""
    import networkx

    board = graph.problem.board
    result: networkx.DiGraph[int] = networkx.DiGraph()
    codes = [_code(code) for code in graph.codes.tolist()]
    for code, layer, outlook in zip(codes, graph.layers.tolist(), graph.outlooks.tolist()):
        result.add_node(code, jumps=layer, outlook=outlook)
    for (start, end), jump in zip(graph.edges.tolist(), graph.edge_jumps.tolist()):
        result.add_edge(codes[start], codes[end], jump=str(board.jump(jump)))
    return result


def to_rustworkx(graph: Graph) -> rustworkx.PyDiGraph[int, str]:
    """Returns a graph of positions for rustworkx. Nodes hold codes, and edges hold jumps."""
    import rustworkx

    board = graph.problem.board
    result: rustworkx.PyDiGraph[int, str] = rustworkx.PyDiGraph()
    result.add_nodes_from([_code(code) for code in graph.codes.tolist()])
    jumps = graph.edge_jumps.tolist()
    result.add_edges_from(
        [(start, end, str(board.jump(jump))) for (start, end), jump in zip(graph.edges.tolist(), jumps)]
    )
    return result


def _code(words: Any) -> int:
    """Returns a code from one word or two."""
    return words if isinstance(words, int) else words[0] | words[1] << 64
