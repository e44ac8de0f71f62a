"""Paths of the table page and its parts."""

from django.urls import path

from web.views import table

urlpatterns = [
    path("games/<uuid:game_id>/", table.table, name="table"),
]
