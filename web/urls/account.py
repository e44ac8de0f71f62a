"""Paths of accounts: signing up and in, passwords, the profile, the language."""

from django.urls import path

from web.pages.site import account_views as account
from web.pages.site import address_views as address
from web.pages.site import language_views as language
from web.pages.site import mail_views as mail
from web.pages.site import passkeys_views as passkeys
from web.pages.site import second_factor_views as second_factor

urlpatterns = [
    path("signup/", account.sign_up, name="signup"),
    path("login/", account.SignIn.as_view(), name="login"),
    path("login/code/", second_factor.login_code, name="login_code"),
    path("logout/", account.SignOut.as_view(), name="logout"),
    path("profile/", account.profile, name="profile"),
    path("profile/two-step/", second_factor.two_step, name="two_step"),
    path("profile/two-step/codes/", second_factor.new_codes, name="two_step_codes"),
    path("profile/two-step/off/", second_factor.switch_off, name="two_step_off"),
    path("profile/two-step/passkeys/", passkeys.passkeys_page, name="passkeys"),
    path(
        "profile/two-step/passkeys/<int:passkey_id>/remove/",
        passkeys.remove,
        name="passkey_remove",
    ),
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
    path("profile/mail/", address.ask_again, name="ask_again"),
    path("mail/verify/<uidb64>/<token>/", address.verify, name="verify_address"),
    path("mail/off/<str:token>/", mail.switch_off, name="mail_off"),
    path("language/", language.switch, name="set_language"),
]
