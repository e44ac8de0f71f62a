"""Paths of what a player does at a table."""

from django.urls import path

from web.views import placeholder

urlpatterns = [
    path("games/<uuid:game_id>/panel/", placeholder.coming, name="panel"),
    path("games/<uuid:game_id>/preview/", placeholder.coming, name="preview"),
    path("games/<uuid:game_id>/play/", placeholder.coming, name="play"),
    path("games/<uuid:game_id>/undo/", placeholder.coming, name="undo"),
]
