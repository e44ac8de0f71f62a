"""The app that holds pages and templates."""

from django.apps import AppConfig
from django.core import checks

from web.checks import check_catalogues


class WebConfig(AppConfig):
    """Configuration of the app."""

    name = "web"

    def ready(self) -> None:
        """Put the pages together, check translations, and send mail of changed second factors."""
        from games.signals import (  # noqa: PLC0415 - models are loaded only now
            account_deleted,
            game_finished,
            second_factor_changed,
        )
        from tournaments.services import hand_over_mail_check  # noqa: PLC0415
        from tournaments.signals import deadline_near  # noqa: PLC0415
        from web import receivers  # noqa: PLC0415
        from web.address_state import has_verified_address  # noqa: PLC0415
        from web.mail.second_factor_mail import mail_owner  # noqa: PLC0415
        from web.pages import extensions  # noqa: PLC0415

        extensions.assemble(extensions.SHIPPED)
        hand_over_mail_check(has_verified_address)
        checks.register(check_catalogues, checks.Tags.translation)
        second_factor_changed.connect(mail_owner, dispatch_uid="web.second_factor_mail")
        game_finished.connect(receivers.draw_game, dispatch_uid="web.draw_game")
        deadline_near.connect(receivers.mail_deadline, dispatch_uid="web.mail_deadline")
        account_deleted.connect(receivers.forget_account, dispatch_uid="web.forget_account")
