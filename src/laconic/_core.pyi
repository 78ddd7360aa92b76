"""Types of the compiled core; a test compares the names here with the module's."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

# cky.cpp
def cky(
    scores: NDArray[np.float32], lengths: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...

# edit.cpp
MATCH: Final[int]
SUBSTITUTE: Final[int]
DELETE: Final[int]
INSERT: Final[int]

def edit_distance(source: NDArray[np.int32], target: NDArray[np.int32]) -> int: ...
def edit_script(source: NDArray[np.int32], target: NDArray[np.int32], substitution: int = 1) -> NDArray[np.uint8]: ...

# eisner.cpp
def eisner(scores: NDArray[np.float32], lengths: NDArray[np.int32]) -> NDArray[np.int32]: ...
