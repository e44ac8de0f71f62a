"""Paths of the pages."""

from django.urls import path

from web import views

app_name = "web"
urlpatterns = [
    path("", views.front, name="front"),
]
