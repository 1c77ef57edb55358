import pytest

import pegboard as pb

# Boards of every kind, small enough for laws about all of their positions.
SMALL = ["triangle3", "triangle4", "triangle5", "cracker-barrel", "square4", "rhombus4", "diamond13", "petersen", "octahedron", "cycle12", "path8", "cube"]

# Boards on which every answer is found at once.
KNOWN = [
    *SMALL,
    "english",
    "english-diagonal",
    "french",
    "wiegleb",
    "triangle6",
    "triangle7",
    "hexagon3",
    "star13",
    "cube3",
    "dodecahedron",
    "icosahedron",
    "torus5",
    "cylinder6x4",
    "moebius6x4",
    "kite",
    "arrow",
    "corner",
    "boomerang",
    "diamond24",
    "diamond25",
    "parallelogram4x6",
    "square5",
]


@pytest.fixture(params=SMALL)
def small(request: pytest.FixtureRequest) -> pb.Board:
    return pb.Board(request.param)


@pytest.fixture(params=KNOWN)
def board(request: pytest.FixtureRequest) -> pb.Board:
    return pb.Board(request.param)


@pytest.fixture
def triangle() -> pb.Board:
    return pb.Board("triangle5")


@pytest.fixture
def english() -> pb.Board:
    return pb.Board("english")
