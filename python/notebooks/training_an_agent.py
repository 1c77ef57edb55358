# %% [markdown]
# # Training an agent, and asking where it loses
#
# A tabular learner on the 15-hole triangle, measured against exact values.

# %%
import numpy as np

import pegboard as pb
from pegboard import baselines

triangle = pb.Board("triangle5")
problem = pb.Problem(triangle.vacate("a1"), finish="any")
print(f"the chance of random play is {float(pb.random_play_chance(problem)):.3f}")
print(f"random play won {baselines.share_won(baselines.random_play(), problem):.3f} of its games")
print(f"the greedy player won {baselines.share_won(baselines.greedy, problem):.3f}")

# %%
learner = baselines.TabularLearner(seed=1)
envs = pb.VectorEnv(problem, n=64)
for _ in range(4):
    learner.learn(envs, steps=300)
    explore, learner.explore = learner.explore, 0.0
    print(f"{len(learner.values):,} positions known, {baselines.share_won(learner, problem, games=500):.2f} won")
    learner.explore = explore

# %% [markdown]
# Where does it lose? The oracle knows the outlook of every position, so it names the jump that loses.

# %%
oracle = pb.Oracle(problem)
learner.explore = 0.3
envs = pb.VectorEnv(problem, n=1000)
envs.reset()
lost_at = np.zeros(15, dtype=int)
outlooks = oracle.outlooks(envs.codes)
for _ in range(60):
    _, _, _, done = envs.step(learner(envs))
    after = oracle.outlooks(envs.codes)
    blunder = (outlooks == 1) & (after == 0) & ~done
    np.add.at(lost_at, pb.bits(envs.codes, triangle).sum(axis=1)[blunder], 1)
    outlooks = after
print("games lost, by the pegs left after the losing jump:", dict(enumerate(lost_at.tolist())))

# %% [markdown]
# How well does the learner know the truth? Compare its values with the outlooks.

# %%
codes = np.array(list(learner.values), dtype=np.uint64)
values = np.array(list(learner.values.values()))
truth = oracle.outlooks(codes)
print(f"mean value of winning positions {values[truth == 1].mean():.2f}, of losing ones {values[truth == 0].mean():.2f}")
assert values[truth == 1].mean() > values[truth == 0].mean()
