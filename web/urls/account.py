"""Paths of accounts: signing up and in, passwords, the profile, the language."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from web.views import account, language, mail

urlpatterns = [
    path("signup/", account.sign_up, name="signup"),
    path("login/", account.SignIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("profile/", account.profile, name="profile"),
    path("profile/delete/", account.delete, name="account_delete"),
    path("password/change/", account.ChangePassword.as_view(), name="password_change"),
    path("password/reset/", account.ResetPassword.as_view(), name="password_reset"),
    path("password/sent/", account.ResetPasswordDone.as_view(), name="password_reset_done"),
    path(
        "password/reset/<uidb64>/<token>/",
        account.ResetPasswordConfirm.as_view(),
        name="password_reset_confirm",
    ),
    path("password/done/", account.ResetPasswordComplete.as_view(), name="password_reset_complete"),
    path("mail/off/<str:token>/", mail.switch_off, name="mail_off"),
    path("language/", language.switch, name="set_language"),
]
