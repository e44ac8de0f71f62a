"""The addresses of the site."""

from django.urls import include, path

from caledonia import structs

urlpatterns = [
    path("api/", include("api.urls")),
    path("", include("web.urls")),
]
# No view can be asked before this module is loaded, which one thread does.
structs.prepare()

handler400 = "web.error_pages.bad_request"
