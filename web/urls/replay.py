"""Paths of the replay page."""

from django.urls import path

from web.pages.replay import act_views as replay_acts
from web.pages.replay import points_views as replay_points
from web.pages.replay import views as replay

urlpatterns = [
    path("games/<uuid:game_id>/replay/", replay.replay, name="replay"),
    path("games/<uuid:game_id>/replay/at/", replay.moments, name="moments"),
    path("games/<uuid:game_id>/replay/log/", replay.log, name="replay_log"),
    path("games/<uuid:game_id>/replay/points/", replay_points.points, name="points"),
    path("games/<uuid:game_id>/replay/news/", replay.news, name="replay_news"),
    path("games/<uuid:game_id>/replay/validation/", replay_acts.validated, name="validated"),
    path("games/<uuid:game_id>/replay/validate/", replay_acts.validate, name="validate"),
    path("games/<uuid:game_id>/replay/fork/", replay_acts.fork, name="fork"),
]
