"""Paths of what stands around the table: rules, help, notes, orders, tokens."""

from django.urls import path

from web.views import placeholder

urlpatterns = [
    path("rules/", placeholder.coming, name="rules"),
    path("rules/<str:rule_id>/", placeholder.coming, name="rule"),
    path("help/", placeholder.coming, name="help"),
]
