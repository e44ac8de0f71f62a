"""How a refusal is answered: a row of the tables in ``api.problems`` and beside it."""

from typing import NamedTuple


class Reply(NamedTuple):
    """How one refusal is rendered."""

    refusal: type[Exception]
    status: int
    code: str
    title: str
