# %% [markdown]
# # How positions thin out
#
# The 15-hole triangle with the apex empty: every position, and every game.

# %%
import matplotlib.pyplot as plt

import pegboard as pb

triangle = pb.Board("triangle5")
problem = pb.Problem(triangle.vacate("a1"), finish="a1")
sweep = pb.sweep(problem)
levels = sweep.levels
plt.plot(levels["pegs"], levels["reachable"], "o-", label="reachable")
plt.plot(levels["pegs"], levels["winning"], "o-", label="winning")
plt.plot(levels["pegs"], levels["just_lost"], "o-", label="lost by one jump")
plt.gca().invert_xaxis()
plt.xlabel("pegs")
plt.legend()

# %% [markdown]
# Half of a game decides it: the share of positions that can still be won falls, and then rises again among the few that
# remain.

# %%
share = levels["winning"] / levels["reachable"]
plt.figure()
plt.bar(levels["pegs"], share)

# %% [markdown]
# Games by the number of pegs left at the end. The counts are exact integers.

# %%
counts = pb.count_games(problem)
plt.figure()
plt.bar(list(counts.by_final_pegs), list(counts.by_final_pegs.values()))
print(f"{counts.games:,} games, {counts.solutions:,} of them solve the problem")
assert counts.games == 568_630 and sum(counts.by_final_pegs.values()) == counts.games

# %% [markdown]
# A random player chooses among the possible jumps, so not every game is equally likely.

# %%
chance = pb.random_play_chance(problem)
assert counts.solutions is not None
print(f"random play wins with the chance {float(chance):.4%}; {counts.solutions / counts.games:.4%} of the games win")

# %% [markdown]
# Where are the pegs of winning positions with 8 pegs?

# %%
winning = pb.bits(pb.WinningSet.find(problem).codes(pegs=8), triangle)
x, y = triangle.coords.T
plt.figure()
plt.scatter(x, -y, s=600, c=winning.mean(axis=0))
plt.gca().set_aspect("equal")
plt.colorbar()
