"""Which room answers which path."""

from django.urls import include, path

urlpatterns = [
    path("api/", include("api.urls")),
    path("", include("web.urls")),
]
