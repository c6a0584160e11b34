"""Sizes of game trees, and how deep nodes reach: the numbers of the textbooks."""

import doctest
from math import factorial, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outplay.errors import UsageError
from outplay.search import estimates
from outplay.search.estimates import (
    branching_with,
    complete_depth,
    effective_branching,
    falling_leaves,
    falling_tree_nodes,
    in_words,
    minimal_leaves,
    minimal_tree_nodes,
    reachable_depth,
    uniform_leaves,
    uniform_tree_nodes,
)

small = st.integers(2, 40), st.integers(0, 30)


def test_examples_in_the_docstrings_are_true():
    tried = doctest.testmod(estimates)
    assert tried.attempted > 5
    assert tried.failed == 0


# --- sizes -----------------------------------------------------------------------------------


def test_a_uniform_tree_of_branching_30_and_depth_5():
    # 1 + 30 + 900 + 27,000 + 810,000 + 24,300,000
    assert uniform_tree_nodes(30, 5) == 25_137_931


def test_moves_that_run_out_from_10_to_depth_6():
    # 10 + 90 + 720 + 5,040 + 30,240 + 151,200: the usual number leaves the root out.
    assert falling_tree_nodes(10, 6, root=False) == 187_300
    assert falling_tree_nodes(10, 6) == 187_301


def test_tic_tac_toe_has_at_most_9_factorial_games():
    assert falling_leaves(9, 9) == factorial(9) == 362_880
    assert falling_leaves(9, 9) > 255_168  # the games that there are, since a win ends one


def test_chess_is_about_10_to_the_154():
    # Branching 35 and 50 moves each, as AIMA (chapter on adversarial search) counts it.
    assert uniform_leaves(35, 100) == 35**100
    assert in_words(uniform_leaves(35, 100)) == "2.55 × 10^154"


@pytest.mark.parametrize(
    ("branching", "depth", "nodes"),
    [(0, 0, 1), (0, 5, 1), (1, 5, 6), (2, 0, 1), (2, 3, 15), (10, 2, 111)],
)
def test_small_uniform_trees(branching, depth, nodes):
    assert uniform_tree_nodes(branching, depth) == nodes


@given(*small)
def test_counts_are_the_sums_that_they_stand_for(b, d):
    assert uniform_tree_nodes(b, d) == sum(uniform_leaves(b, i) for i in range(d + 1))
    assert falling_tree_nodes(b, d) == sum(falling_leaves(b, i) for i in range(d + 1))
    assert minimal_tree_nodes(b, d) == sum(minimal_leaves(b, i) for i in range(d + 1))


def test_moves_that_have_run_out_add_nothing():
    assert falling_leaves(3, 4) == 0
    assert falling_tree_nodes(3, 3) == falling_tree_nodes(3, 100) == 1 + 3 + 6 + 6


@pytest.mark.parametrize(
    ("branching", "depth", "leaves"),
    [(2, 4, 7), (3, 3, 11), (3, 4, 17), (10, 4, 199), (35, 4, 2449), (5, 0, 1), (1, 9, 1)],
)
def test_knuth_and_moore_minimum(branching, depth, leaves):
    # Knuth and Moore, "An analysis of alpha-beta pruning", 1975, section 6.
    assert minimal_leaves(branching, depth) == leaves


# --- depths ------------------------------------------------------------------------------------


def test_a_million_nodes_reach_depth_4_at_most_in_chess_and_twice_that_pruned():
    # 35^3 = 42,875 and 35^4 = 1,500,625: a million does not complete ply 4.
    assert 3 < reachable_depth(10**6, 35) <= 4
    assert isclose(reachable_depth(10**6, 35, "best"), 2 * reachable_depth(10**6, 35))
    assert 7 < reachable_depth(10**6, 35, "best") <= 8
    assert complete_depth(10**6, 35) == 3
    assert complete_depth(10**6, 35, "best") == 6


def test_average_order_gets_a_third_deeper():
    # b^(3d/4) nodes in place of b^d, the rule of thumb that AIMA gives.
    assert isclose(reachable_depth(10**6, 35, "average"), reachable_depth(10**6, 35) * 4 / 3)


def test_random_order_has_pearls_branching():
    # Pearl, "The solution for the branching factor of the alpha-beta pruning algorithm", 1982.
    assert isclose(branching_with(2, "random"), (1 + 5**0.5) / 2)
    for b in (2, 3, 10, 35, 200):
        assert branching_with(b, "best") < branching_with(b, "random") < b


@given(st.integers(1, 10**30), st.integers(2, 200))
def test_complete_depth_fits_and_one_more_does_not(nodes, b):
    for pruning, size in (("none", uniform_tree_nodes), ("best", minimal_tree_nodes)):
        depth = complete_depth(nodes, b, pruning)
        assert size(b, depth) <= nodes < size(b, depth + 1)


@given(st.integers(1, 1000), st.integers(1, 200))
def test_effective_branching_finds_the_branching_of_a_uniform_tree(b, d):
    assert isclose(effective_branching(uniform_tree_nodes(b, d), d), b, rel_tol=1e-9)


# --- people --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0"),
        (-1234, "-1,234"),
        (187_300, "187,300"),
        (10**9 - 1, "999,999,999"),
        (10**9, "1.00 × 10^9"),
        (10**15 - 1, "1.00 × 10^15"),
        (10**15, "1.00 × 10^15"),
        (9_994 * 10**20, "9.99 × 10^23"),
        (-(10**4000), "-1.00 × 10^4000"),
    ],
)
def test_counts_in_words(count, words):
    assert in_words(count) == words


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: uniform_tree_nodes(-1, 3), "branching must be a whole number from 0 to"),
        (lambda: uniform_tree_nodes(2, -3), "depth must be a whole number from 0 to 10,000, not"),
        (lambda: uniform_tree_nodes(2, 10**9), "depth must be"),
        (lambda: uniform_tree_nodes(10**5000, 2), r"not 1.00 × 10\^5000"),
        (lambda: uniform_tree_nodes(2.5, 3), "not 2.5"),
        (lambda: falling_tree_nodes(True, 3), "not True"),
        (lambda: reachable_depth(0, 35), "nodes must be a whole number from 1 up, not 0"),
        (lambda: reachable_depth(100, 1), "branching must be a whole number from 2 to"),
        (lambda: reachable_depth(100, 2, "lots"), "none, best, average, random, not 'lots'"),
        (lambda: complete_depth(100, 2, "average"), "must be none or best"),
        (lambda: effective_branching(5, 5), "at least 6 nodes, not 5"),
        (lambda: effective_branching(10**400, 1), "more than 1,000,000 actions"),
        (lambda: effective_branching(5, 0), "depth must be a whole number from 1"),
    ],
)
def test_nonsense_is_answered_with_a_sentence(call, says):
    with pytest.raises(UsageError, match=says):
        call()
