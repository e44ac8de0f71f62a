"""Generic structs: type variables with a default, and the types that they stand for."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar
else:
    from typing import TypeVar as _TypeVar

    def TypeVar(name: str, *, bound: type, default: type) -> _TypeVar:  # noqa: N802
        # Defaults are for the type checker; Python 3.11 knows none.
        return _TypeVar(name, bound=bound)


def filled(kind: Any, *types: Any) -> Any:
    """A generic struct with the types that its variables stand for, for a decoder."""
    return kind[types]


__all__ = ["TypeVar", "filled"]
