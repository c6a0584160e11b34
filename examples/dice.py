"""A game with dice: when is it time to hold in Pig?

For each turn total, expectiminimax compares one more roll with holding, a few plies deep.
"""

import outplay


def main() -> None:
    game = outplay.load("pig", target=100)
    print("Both have 30 of 100. The first player has gathered:")
    for turn in (10, 20, 30, 40):
        s = game.parse_state(f"30 30 {turn} first")
        r = outplay.expectiminimax(game, s, depth=5, speed="python")
        worth = ", ".join(
            f"{game.format_action(s, m.action)} {m.bound.sign} {m.value:+.3f}" for m in r.moves
        )
        print(f"  {turn:2}: {game.format_action(s, r.action)}  ({worth}; {r.nodes:,} nodes)")
    s = game.parse_state("30 30 20 first")
    pruned = outplay.expectiminimax(game, s, depth=5, pruning="star2", speed="python")
    print(f"Star2 gives {pruned.value:+.3f} for 20 as well, and visits {pruned.nodes:,} nodes.")


if __name__ == "__main__":
    main()
