# %% [markdown]
# # A board of your own
#
# From a picture in text to a plotted table of levels.

# %%
import matplotlib.pyplot as plt

import pegboard as pb

heart = pb.Board(
    [
        ".oo.oo.",
        "ooooooo",
        "ooooooo",
        ".ooooo.",
        "..ooo..",
        "...o...",
    ],
    name="Heart",
)
levels = pb.sweep(heart.vacate("d2"), finish="any").levels
plt.semilogy(levels["jumps"], levels["reachable"], label="reachable")
plt.semilogy(levels["jumps"], levels["winning"].clip(1), label="winning")
plt.xlabel("jumps played")
plt.legend()

# %% [markdown]
# The board shows itself, and it knows its jumps and symmetries as arrays.

# %%
heart  # noqa: B018

# %%
print(len(heart), "holes,", len(heart.jumps), "jumps, symmetry", heart.symmetry)
degree = [(heart.jumps[:, 0] == hole).sum() for hole in range(len(heart))]
x, y = heart.coords.T
plt.figure()
plt.scatter(x, -y, s=300, c=degree)
plt.gca().set_aspect("equal")

# %% [markdown]
# Which last holes are possible after which vacancy? A proof tells why the others are not.

# %%
solvable = 0
for vacancy, finish in heart.problems:
    solvable += bool(pb.solve(heart.vacate(vacancy), finish=finish, time=10))
print(solvable, "of", len(heart.problems), "problems can be solved")
answer = pb.solve(heart.vacate("d2"), finish="d2")
assert not answer
print(answer)

# %%
solution = pb.solve(heart.vacate("d2"), finish="any")
assert isinstance(solution, pb.Solvable)
solution.moves  # noqa: B018
