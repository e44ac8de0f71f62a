"""``manage.py reencrypt_second_factors``: carry second factors over to a new ``SECRET_KEY``."""

from django.core.management.base import BaseCommand, CommandError

from games.accounts import second_factors


class Command(BaseCommand):
    """Encrypts all keys of authenticator apps anew; those of SECRET_KEY_FALLBACKS can be read."""

    help = "Encrypt second factors under SECRET_KEY, before an earlier key is forgotten."

    def handle(self, *args: object, **options: object) -> None:
        """Encrypts them. Raises CommandError when some cannot be read."""
        done, lost = second_factors.reencrypt()
        self.stdout.write(f"Encrypted under the present SECRET_KEY: {done} second factor(s).")
        if lost:
            raise CommandError(
                f"{lost} of them cannot be read: their owners need a recovery code, or "
                "remove_second_factor. Is the key that they were made under in "
                "SECRET_KEY_FALLBACKS?"
            )
