"""A slow reference that shares no code with the package: positions are sets of holes."""

from collections import Counter
from fractions import Fraction

import pegboard as pb


class Reference:
    def __init__(self, board: pb.Board) -> None:
        self.jumps = [tuple(int(hole) for hole in jump) for jump in board.jumps]

    def after(self, code: int) -> list[int]:
        return [
            code ^ (1 << start | 1 << over | 1 << end)
            for start, over, end in self.jumps
            if code >> start & 1 and code >> over & 1 and not code >> end & 1
        ]

    def reachable(self, start: int) -> set[int]:
        found, new = {start}, [start]
        while new:
            for code in self.after(new.pop()):
                if code not in found:
                    found.add(code)
                    new.append(code)
        return found

    def winning(self, start: int, finishes: set[int]) -> set[int]:
        found = {code for code in self.reachable(start) if code in finishes}
        for code in sorted(self.reachable(start), key=lambda code: bin(code).count("1")):
            if any(later in found for later in self.after(code)):
                found.add(code)
        return found

    def games(self, start: int) -> Counter[int]:
        """Returns the number of games by the number of pegs left."""
        counts: dict[int, Counter[int]] = {}
        for code in sorted(self.reachable(start), key=lambda code: bin(code).count("1")):
            later = self.after(code)
            counts[code] = Counter({bin(code).count("1"): 1}) if not later else sum((counts[c] for c in later), Counter())
        return counts[start]

    def chance(self, start: int, finishes: set[int]) -> Fraction:
        chances: dict[int, Fraction] = {}
        for code in sorted(self.reachable(start), key=lambda code: bin(code).count("1")):
            later = self.after(code)
            if code in finishes:
                chances[code] = Fraction(1)
            else:
                chances[code] = sum((chances[c] for c in later), Fraction()) / max(len(later), 1)
        return chances[start]
