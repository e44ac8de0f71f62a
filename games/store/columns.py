"""Columns of models in plain SQL, and objects out of what such a statement brings.

The object mapper takes longer to put a statement together than the database to carry it out. These
are for the few statements on the path of every move and every look at a game.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.base import ModelState
from django.db.models.sql import Query

M = TypeVar("M", bound=models.Model)

Converter = Callable[[Any, Any, Any], Any]


class ModelColumns(Generic[M]):
    """Some columns of a model, whose table a statement calls ``alias``; all without ``names``.

    Columns that are left out are deferred, as with ``QuerySet.only``.
    """

    def __init__(self, model: type[M], alias: str, names: Sequence[str] = ()) -> None:
        self.model = model
        every = model._meta.concrete_fields
        self._fields = [field for field in every if not names or field.attname in names]
        self.names = tuple(field.attname for field in self._fields)
        self.listed = ", ".join(f'{alias}."{field.column}"' for field in self._fields)

    def __len__(self) -> int:
        return len(self.names)

    def made(self, values: Sequence[Any], **known: Any) -> M:
        """The object of these columns, as the database gave them, and of what is ``known`` besides.

        As ``Model.from_db``, but for signals, which cost more than all the rest.
        """
        made = self.model.__new__(self.model)
        made._state = ModelState()
        made._state.adding = False
        made._state.db = DEFAULT_DB_ALIAS
        found = made.__dict__
        found.update(zip(self.names, values, strict=True))
        for name, convert, column in self._converters():
            found[name] = convert(found[name], column, connection)
        found.update(known)
        return made

    @cache  # noqa: B019 - of each there is one, for as long as the process lasts
    def _converters(self) -> list[tuple[str, Converter, Any]]:
        """How values of our kind of database are to be converted, by the name of the column."""
        found = []
        for field in self._fields:
            column = field.cached_col
            backend = connection.ops.get_db_converters(column)
            found += [
                (field.attname, convert, column)
                for convert in [*backend, *field.get_db_converters(connection)]
            ]
        return found


class InMemory(models.QuerySet[M]):
    """Objects that were read already; whatever is asked beyond them all is read as usual."""

    def __init__(self, found: Sequence[M], otherwise: Callable[[], models.QuerySet[M]]) -> None:
        model = type(found[0]) if found else otherwise().model
        super().__init__(model, query=_query_of(model))
        self._result_cache = list(found)
        self._otherwise = otherwise

    def _chain(self) -> models.QuerySet[M]:
        return self._otherwise()


@cache
def _query_of(model: type[models.Model]) -> Query:
    """One for all: what is in memory is never asked for by it."""
    return Query(model)


def prefetched(owner: models.Model, related: str, found: "InMemory[Any]") -> None:
    """Let ``owner.related.all()`` give what was read already, as ``prefetch_related`` does."""
    vars(owner).setdefault("_prefetched_objects_cache", {})[related] = found
