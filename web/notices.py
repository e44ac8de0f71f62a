"""The store of messages for the next page (``MESSAGE_STORAGE``): a cookie with the last few."""

from typing import Final

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponseBase

MOST: Final = 5


class FewMessages(CookieStorage):
    """Django's own, which packs any number of like messages into one cookie, for a few.

    A client that never loads a page could collect thousands, and each request reads them all.
    Nothing goes into the session instead.
    """

    key_salt = "web.notices"

    def _store(
        self,
        messages: list[Message],
        response: HttpResponseBase,
        remove_oldest: bool = True,
        *args: object,
        **kwargs: object,
    ) -> list[Message]:
        super()._store(messages[-MOST:], response, remove_oldest)  # type: ignore[misc]
        return []
