"""Paths of what a player does at a table."""

from django.urls import path

from web.pages.panel import ask_views
from web.pages.panel import views as play

urlpatterns = [
    path("games/<uuid:game_id>/panel/", play.panel, name="panel"),
    path("games/<uuid:game_id>/play/", play.play, name="play"),
    path("games/<uuid:game_id>/max-bid/", play.max_bid, name="max_bid"),
    path("games/<uuid:game_id>/ask/", ask_views.switch, name="ask_end"),
    path("games/<uuid:game_id>/undo/", play.undo, name="undo"),
]
