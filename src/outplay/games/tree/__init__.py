"""The literal tree: rules, and how it is written."""

from outplay.games.tree.notation import Chance, Node, parse_tree
from outplay.games.tree.rules import Position, Tree

__all__ = ["Chance", "Node", "Position", "Tree", "parse_tree"]
