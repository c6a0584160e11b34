"""NumPy arrays that rules make, read and change."""

from __future__ import annotations

from typing import Any

import numpy as np
from construct_base import Board

KERNEL = np.array([[1, 2], [3, 4]])
WEIGHTS = np.array([3, -1, 4, 1, -5, 9, 2, -6])


def grid_of(board: Any) -> Any:
    return np.array(board).reshape(2, 4)


def square_of(board: Any) -> Any:
    return np.array([board[:3], board[3:6], board[5:8]])


def array_of_tuple(s: Any) -> Any:
    """np.array(board).reshape(2, 4); sum(axis=0).max()"""
    grid = np.array(s.board).reshape(2, 4)
    return int(grid.sum(axis=0).max()) * 10 + int(grid.sum(axis=1)[0])


def any_and_all(s: Any) -> Any:
    """(array == 0).any(), .all(), np.any, axis"""
    grid = grid_of(s.board)
    return (
        bool((grid > 1).any()) + 2 * bool((grid == 0).all(axis=0).any()) + 4 * int(np.any(grid < 0))
    )


def zeros_and_ones(s: Any) -> Any:
    """np.zeros, np.ones, np.full, dtype, shape"""
    grid = np.zeros((2, 4), dtype=int)
    grid[1, 2] = s.board[0]
    ones = np.ones(4, dtype=np.int8)
    return int(grid.sum()) * 100 + int(ones.sum()) + grid.shape[1] + int(np.full(3, 2).sum())


def copied_array(s: Any) -> Any:
    """grid.copy() and a view"""
    grid = grid_of(s.board)
    other, view = grid.copy(), grid[1]
    other[0, 0] = 50
    view[2] = 9
    return int(grid[0, 0]) * 100 + int(grid[1, 2]) * 10 + int(other[1, 2])


def array_slices(s: Any) -> Any:
    """grid[0], grid[:, 1], grid[0, 1:3], grid[-1, ::2]"""
    grid = grid_of(s.board)
    a = int(grid[0].sum()) * 1000 + int(grid[:, 1].sum()) * 100
    return a + int(grid[0, 1:3].max()) * 10 + int(grid[-1, ::2].sum())


def assigned_slices(s: Any) -> Any:
    """grid[:, 0] = 5; grid[1] += 1; grid[grid < 0] = 0"""
    grid = grid_of(s.board)
    grid[grid < 0] = 0
    grid[:, 0] = 5
    grid[1] += 1
    return int((grid * WEIGHTS.reshape(2, 4)).sum())


def boolean_masks(s: Any) -> Any:
    """grid[grid > 0].sum(), (grid > 0) & (grid < 3), ~mask"""
    grid = grid_of(s.board)
    mask = (grid > 0) & (grid < 3)
    return int(grid[grid != 0].sum()) * 100 + int(mask.sum()) * 10 + int((~mask).sum())


def where_and_argwhere(s: Any) -> Any:
    """np.argwhere, np.where of three, np.nonzero"""
    grid = grid_of(s.board)
    total = 0
    for r, c in np.argwhere(grid == 0):
        total += int(r) * 4 + int(c)
    signs = np.where(grid > 0, 1, -1)
    rows, columns = np.nonzero(grid)
    return total * 100 + int(signs.sum()) + len(rows) + int(columns.sum())


def counted_nonzero(s: Any) -> Any:
    """np.count_nonzero, np.sum, np.abs, np.sign"""
    grid = grid_of(s.board)
    return np.count_nonzero(grid == 0) * 10 + int(np.abs(grid).sum()) + int(np.sign(grid).sum())


def minimum_and_maximum(s: Any) -> Any:
    """min, max, argmin, argmax, with axis"""
    grid = grid_of(s.board)
    return (
        int(grid.min()) * 1000
        + int(grid.max()) * 100
        + int(grid.argmax()) * 10
        + int(grid.min(axis=1)[1])
    )


def compared_arrays(s: Any) -> Any:
    """np.array_equal, (a == b).sum()"""
    grid = grid_of(s.board)
    return int((grid[0] == grid[1]).sum()) * 10 + bool(np.array_equal(grid[0], grid[1]))


def turned(s: Any) -> Any:
    """np.rot90, np.flip, np.fliplr, .T"""
    grid = grid_of(s.board)
    a = np.rot90(grid)[0, 1] * 1000 + np.flip(grid, axis=0)[0, 1] * 100
    return int(a) + int(np.fliplr(grid)[1, 0]) * 10 + int(grid.T[3, 0])


def rolled(s: Any) -> Any:
    """np.roll(row, 1), with axis"""
    grid = grid_of(s.board)
    return int((np.roll(grid[0], 1) * grid[1]).sum()) * 10 + int(np.roll(grid, 1, axis=1)[1, 0])


def diagonals(s: Any) -> Any:
    """grid.diagonal(), np.trace, np.diag, np.diag(np.fliplr(…))"""
    grid = square_of(s.board)
    a = int(grid.diagonal().sum()) * 1000 + int(np.trace(grid)) * 100
    return a + int(np.diag(np.fliplr(grid)).sum()) * 10 + int(grid.diagonal(1)[0])


def reshaped(s: Any) -> Any:
    """ravel, flatten, reshape(-1), tolist"""
    grid = grid_of(s.board)
    flat = grid.ravel()
    return (
        int(flat[5]) * 1000
        + int(grid.flatten()[0]) * 100
        + grid.tolist()[1][3] * 10
        + len(grid.reshape(-1))
    )


def small_types(s: Any) -> Any:
    """dtype=np.int8, astype, wrapping of small types"""
    small = np.array(s.board, dtype=np.int8) * 60
    return int(small.sum()) + int(small.astype(int)[0])


def slices_as_convolution(s: Any) -> Any:
    """grid[:-1, 1:] + grid[1:, :-1]: neighbours by slices"""
    padded = np.zeros((4, 6), dtype=int)
    padded[1:-1, 1:-1] = grid_of(s.board)
    near = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    return int((near * grid_of(s.board)).sum())


def array_loops(s: Any) -> Any:
    """for row in grid: for x in row; len(grid), grid.size"""
    grid = grid_of(s.board)
    total = 0
    for r, row in enumerate(grid):
        for x in row:
            total = (3 * total + int(x) * (r + 1)) % 1009
    return total + len(grid) + grid.size


def array_arithmetic(s: Any) -> Any:
    """array * 2 + 1, @, dot, array of floats, mean"""
    cells = np.array(s.board)
    mean = np.array([0.5, 1.5]) * cells[:2]
    return (
        int(cells @ WEIGHTS) * 10
        + int((cells * 2 + 1)[3])
        + float(mean.sum())
        + float(cells.mean())
    )


def constant_arrays(s: Any) -> Any:
    """KERNEL[r, c], WEIGHTS[n] of arrays at the top of the file"""
    return sum(int(WEIGHTS[n]) * s.board[n] for n in range(8)) + int(KERNEL[1, 0]) * s.board[1]


def stacked(s: Any) -> Any:
    """np.concatenate, np.arange, np.unique, np.sort"""
    cells = np.concatenate((np.array(s.board), np.arange(3)))
    return len(np.unique(cells)) * 100 + int(np.sort(cells)[-2]) * 10 + int(cells[-1])


class ArrayInInit(Board):
    """an array made in __init__; np.array(board)[self.lines]"""

    def __init__(self) -> None:
        self.lines = np.array([[0, 1, 2], [5, 6, 7]])

    def evaluate(self, s: Any) -> Any:
        sums = np.array(s.board)[self.lines].sum(axis=1)
        return int(sums.max()) * 10 + int(sums.min())
