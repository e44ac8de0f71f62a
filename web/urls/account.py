"""Paths of accounts: signing up and in, passwords, the profile, the language."""

from django.urls import path

from web.views import language, placeholder

urlpatterns = [
    path("signup/", placeholder.coming, name="signup"),
    path("login/", placeholder.coming, name="login"),
    path("logout/", placeholder.coming, name="logout"),
    path("profile/", placeholder.coming, name="profile"),
    path("password/reset/", placeholder.coming, name="password_reset"),
    path("language/", language.switch, name="set_language"),
]
