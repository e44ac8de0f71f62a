"""Paths of players and ratings."""

from django.urls import path

from web.pages.players import views as players

urlpatterns = [
    path("ratings/", players.ratings, name="ratings"),
    path("players/<path:name>/", players.player, name="player"),
]
