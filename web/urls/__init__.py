"""Paths of the pages, by part of the site; all names are in the namespace ``web``."""

from django.urls import include, path

app_name = "web"
urlpatterns = [
    path("", include("web.urls.account")),
    path("", include("web.urls.lobby")),
    path("", include("web.urls.table")),
    path("", include("web.urls.play")),
    path("", include("web.urls.replay")),
    path("", include("web.urls.players")),
    path("", include("web.urls.tournaments")),
    path("", include("web.urls.around")),
]
