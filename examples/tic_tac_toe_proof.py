"""A proof that tic-tac-toe is a draw: a strategy for each side, played against every reply."""

import outplay
from outplay import MAX, MIN


def main() -> None:
    game = outplay.load("tic-tac-toe")
    for player in (MAX, MIN):
        plan = outplay.strategy(game, player=player, speed="python")
        games = plan.verify()  # raises if one of them ends worse than plan.value
        print(f"{game.player_name(player)} never does worse than {plan.value}:")
        print(f"  {len(plan)} decisions, tried in {games} games, every line of the other side")
        for s, action in list(plan.items())[:3]:
            print(f"  {game.format_state(s)}  plays {game.format_action(s, action)}")


if __name__ == "__main__":
    main()
