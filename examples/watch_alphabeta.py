"""An observer watches alpha-beta on a literal tree, and tells it step by step."""

from typing import Any

import outplay
from outplay import Game, Recorder


class Teller(Recorder):
    """Prints windows, leaves and cuts, indented by ply."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__()
        self.game = game

    def enter(self, state: Any, ply: int, alpha: float, beta: float) -> None:
        super().enter(state, ply, alpha, beta)
        print(f"{'  ' * ply}{self.game.format_state(state)}  window ({alpha}, {beta})")

    def leaf(self, state: Any, ply: int, value: float, terminal: bool) -> None:
        super().leaf(state, ply, value, terminal)
        print(f"{'  ' * ply}  leaf {value}")

    def cut(
        self, state: Any, ply: int, action: Any, value: float, alpha: float, beta: float
    ) -> None:
        super().cut(state, ply, action, value, alpha, beta)
        print(f"{'  ' * ply}  cut: {value} is outside ({alpha}, {beta})")


def main() -> None:
    game = Game.from_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    teller = Teller(game)
    print(outplay.alphabeta(game, observer=teller))
    leaves = [event.value for event in teller.events if event.kind == "leaf"]
    print(f"{len(leaves)} of 9 leaves visited: {leaves}")


if __name__ == "__main__":
    main()
