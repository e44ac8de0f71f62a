"""Paths of the replay page."""

from django.urls import path

from web.views import replay

urlpatterns = [
    path("games/<uuid:game_id>/replay/", replay.replay, name="replay"),
    path("games/<uuid:game_id>/replay/at/", replay.moments, name="moments"),
    path("games/<uuid:game_id>/replay/validation/", replay.validated, name="validated"),
    path("games/<uuid:game_id>/replay/validate/", replay.validate, name="validate"),
    path("games/<uuid:game_id>/replay/fork/", replay.fork, name="fork"),
]
