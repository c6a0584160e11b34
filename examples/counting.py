"""How large is a game? Counts of small ones, and what a number of nodes reaches in large ones."""

import outplay
from outplay.search import estimates


def main() -> None:
    game = outplay.load("connect-four", width=4, height=3, connect=3)
    print("Connect Three on 4 by 3, lines of 1, 2, 3 … plies:")
    print([outplay.perft(game, depth) for depth in range(1, 7)])
    print("Nim with heaps 2, 3, 4:")
    print(outplay.count(outplay.load("nim", heaps=(2, 3, 4)), tree=False))
    print("Chess, 35 moves in each position, a million nodes:")
    for name, pruning in (("minimax", "none"), ("alpha-beta at its best", "best")):
        depth = estimates.reachable_depth(10**6, 35, pruning)  # type: ignore[arg-type]
        print(f"  {name} reaches {depth:.1f} plies")
    print(f"  a game of 100 plies: {estimates.in_words(estimates.uniform_leaves(35, 100))} lines")


if __name__ == "__main__":
    main()
