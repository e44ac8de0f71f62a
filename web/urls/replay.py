"""Paths of the replay page."""

from django.urls import path

from web.views import placeholder

urlpatterns = [
    path("games/<uuid:game_id>/replay/", placeholder.coming, name="replay"),
]
