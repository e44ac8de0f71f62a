"""The addresses of the site."""

from django.urls import include, path

urlpatterns = [
    path("api/", include("api.urls")),
    path("", include("web.urls")),
]

handler400 = "web.error_pages.bad_request"
