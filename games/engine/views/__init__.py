"""The state as one viewer may see it."""

from games.engine.views.game import DecisionView, View, decision_view, own_views, undo_to, view

__all__ = ["DecisionView", "View", "decision_view", "own_views", "undo_to", "view"]
