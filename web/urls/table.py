"""Paths of the table page and its parts."""

from django.urls import path

from web.pages.overlays import views as overlays
from web.pages.table import views as table

urlpatterns = [
    path("games/<uuid:game_id>/", table.table, name="table"),
    path("games/<uuid:game_id>/log/", table.log, name="log"),
    path("games/<uuid:game_id>/parts/<slug:name>/", table.part, name="part"),
    path("games/<uuid:game_id>/refresh/", table.refresh, name="refresh"),
    path("games/<uuid:game_id>/overlay/<slug:layer>/", overlays.overlay, name="overlay"),
]
