"""The stream of events: the only package that knows its table.

Reading is offered here. Writing stands in ``games.store.writing``, which only services import.
Plain SQL, because the object mapper halves the speed of a hot read and of an append.
"""

from games.store.reading import Head, head, newest, rows

__all__ = ["Head", "head", "newest", "rows"]
