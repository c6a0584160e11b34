"""NumPy arrays."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# ruff: noqa

from __future__ import annotations

import numpy as np

from front_end_cases import tried


K = np.array([[1, 2], [3, 4]])
W = np.array([3, -1, 4, 1, -5, 9, 2, -6])
L = np.array([[0, 1, 2], [5, 6, 7]])


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def array_in_place(b):
    g = np.array(b).reshape(2, 4)
    g[g < 0] = 0
    g[:, 0] = 5
    g[1] += 1
    h = g
    h *= 2
    r = g.reshape(-1)
    r[3] = 77
    return g.tolist(), (g * W.reshape(2, 4)).tolist(), g.ravel().tolist()


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def small_types_wrap(b):
    s = np.array(b, dtype=np.int8) * 60
    return (
        s.tolist(),
        int(s.sum()),
        s.astype(int).tolist(),
        (s + s).tolist(),
        (s - np.int8(3)).tolist(),
    )


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def products(b):
    c = np.array(b)
    m = np.array([0.5, 1.5]) * c[:2]
    return (
        int(c @ W),
        (c * 2 + 1).tolist(),
        float(m.sum()),
        float(c.mean()),
        int(c.dot(W)),
        (K @ K).tolist(),
        (K @ np.array(b[:2])).tolist(),
        (np.array(b[:2]) @ K).tolist(),
        (c % 3).tolist(),
        (c // 2).tolist(),
        (c**2).tolist(),
        (c << 1).tolist(),
    )


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def put_together(b):
    c = np.concatenate((np.array(b), np.arange(3)))
    u, k = np.unique(c, return_counts=True)
    return (
        len(np.unique(c)),
        np.sort(c).tolist(),
        c.tolist(),
        u.tolist(),
        k.tolist(),
        np.vstack((c, c)).tolist(),
        np.hstack([c, c]).tolist(),
        np.stack([c[:2], c[1:3]]).tolist(),
        np.cumsum(c).tolist(),
        np.diff(c).tolist(),
        np.clip(c, 0, 2).tolist(),
        np.isin(c, [1, 2]).tolist(),
    )


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def index_arrays(b):
    a = np.array(b)
    g = a.reshape(2, 4)
    a2 = a.copy()
    a2[[0, 2]] = 9
    a2[np.array([5, 6])] = np.array([50, 60])
    r, c = np.nonzero(g)
    h = g.copy()
    h[r, c] = 1
    return (
        a[L].tolist(),
        a[L].sum(axis=1).tolist(),
        a[[0, 2, 4]].tolist(),
        g[r, c].tolist(),
        g[[1, 0]].tolist(),
        a2.tolist(),
        h.tolist(),
        g[g.sum(axis=1) > 0].tolist(),
    )


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def sums_of_floats(b):
    x = np.array(b) * 0.1
    y = np.array(list(b) * 3) * 0.37
    return (
        float(x.sum()),
        float(y.sum()),
        float(y.mean()),
        float(y[::2].sum()),
        float(y.reshape(3, 8).sum()),
    )


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def rows_for_tables(b):
    g = np.array(b).reshape(2, 4)
    return (
        (g + np.array([1, 2, 3, 4])).tolist(),
        (g > np.array(b[:4])).tolist(),
        (np.array(b[:4]) - g).tolist(),
        np.array_equal(g, g),
    )


@tried(((1, 2, -3, 1, 5, 2, 0, -2),))
def views(b):
    g = np.zeros((2, 4), dtype=int)
    v = g[0]
    v += 3
    g[1, 1:3] += np.array([1, 2])
    f = g.flatten()
    f[0] = 99
    t = g.T.reshape(-1)
    m = np.array(b) > 0
    m |= np.array(b) < -2
    m &= True
    return g.tolist(), f.tolist(), t.tolist(), m.tolist()


@tried(((1, 2, -3, 1, 5, 2, 0, -2), 1), ((4, -1, 7, 7, 2, 9, -8, 3), -2))
def turned_and_put_together(b, n):
    g = np.array(b).reshape(2, 4)
    return (
        np.rot90(g, n).tolist(),
        np.rot90(g, 3).tolist(),
        np.roll(g, n, axis=n).tolist() if n < 0 else np.roll(g, n).tolist(),
        np.fliplr(g).diagonal().tolist(),
        np.vstack([g, g]).tolist(),
        np.hstack([g, g]).tolist(),
        np.stack([g[:, i] for i in range(4)]).tolist(),
        np.concatenate([g[0], g[1], g[0]]).tolist(),
        round(n * 2.6755, 3),
    )
