"""Paths of the lobby: lists of games, making one, taking a seat."""

from django.urls import path

from web.views import create, lobby, placeholder

urlpatterns = [
    path("", lobby.front, name="front"),
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", create.create, name="create"),
    path("games/next/", lobby.next_game, name="next"),
    path("invite/<uuid:game_id>/<str:code>/", placeholder.coming, name="invite"),
    path("games/<uuid:game_id>/join/", placeholder.coming, name="join"),
]
