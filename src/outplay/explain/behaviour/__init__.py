"""How searches behave: runs that were recorded, as tables and as pictures."""

from outplay.explain.behaviour.behaviour import Behaviour
from outplay.explain.behaviour.orders import order_effect
from outplay.explain.behaviour.runs import nodes_by_depth, value_by_move

__all__ = ["Behaviour", "nodes_by_depth", "order_effect", "value_by_move"]
