"""Paths of the lobby: lists of games, making one, taking a seat."""

from django.urls import path

from web.views import front, placeholder

urlpatterns = [
    path("", front.front, name="front"),
    path("games/", placeholder.coming, name="lobby"),
    path("games/new/", placeholder.coming, name="create"),
    path("games/next/", placeholder.coming, name="next"),
    path("invite/<uuid:game_id>/<str:code>/", placeholder.coming, name="invite"),
]
