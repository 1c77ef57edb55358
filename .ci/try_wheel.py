"""Uses the installed Python package as its README does."""

import pegboard as pb

english = pb.Board("english")
answer = pb.solve(english.vacate("d4"), finish="d4")
assert isinstance(answer, pb.Solvable), answer
print(answer)
assert isinstance(pb.solve(english.vacate("d4"), finish="d3"), pb.Unsolvable)
assert pb.sweep(pb.Board("triangle5").vacate("a1"), finish="a1").levels["reachable"].sum() == 1544
