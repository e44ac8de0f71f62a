"""Paths of players and ratings."""

from django.urls import path

from web.pages.players import views as players

urlpatterns = [
    path("ratings/", players.ratings, name="ratings"),
    path("ratings/clans/", players.clans, name="clan_strength"),
    path("tournaments/players/<path:name>/", players.tournaments, name="player_tournaments"),
    path("players/<path:name>/", players.player, name="player"),
]
