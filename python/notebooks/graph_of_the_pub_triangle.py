# %% [markdown]
# # The graph of the pub triangle
#
# Positions are vertices, and jumps are edges.

# %%
import networkx

import pegboard as pb

triangle = pb.Board("cracker-barrel")
start = triangle.vacate()
small = pb.graph(start, finish="any", jumps=2, outlooks=True)
small  # noqa: B018

# %%
graph = pb.graph(start, finish="any", jumps=13, outlooks=True)
G = graph.to_networkx()
print(G)
assert networkx.is_directed_acyclic_graph(G)

# %% [markdown]
# The longest path is the longest game. Vertices without an edge are the ends of games.

# %%
ends = [code for code in G if not G.out_degree(code)]
print(networkx.dag_longest_path_length(G), "jumps in the longest game;", len(ends), "positions end a game")
assert networkx.dag_longest_path_length(G) == pb.count_games(start, finish="any").longest_game

# %% [markdown]
# Paths from the start to a last peg are solutions; their number needs no search.

# %%
paths = dict.fromkeys(G, 0)
paths[start.code] = 1
for code in networkx.topological_sort(G):
    for later in G[code]:
        paths[later] += paths[code]
solutions = sum(paths[code] for code in ends if bin(code).count("1") == 1)
assert solutions == pb.count_solutions(start, finish="any")
print(f"{solutions:,} solutions")

# %% [markdown]
# A jump that turns a winning position into a losing one is a blunder. How many of the jumps are blunders?

# %%
wins = networkx.get_node_attributes(G, "outlook")
from_winning = [(before, after) for before, after in G.edges if wins[before] == 1]
blunders = [edge for edge in from_winning if wins[edge[1]] == 0]
print(f"{len(blunders) / len(from_winning):.0%} of the jumps from winning positions lose")
