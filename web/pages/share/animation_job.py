"""What the process that draws an animation gets. Needs no Django."""

from msgspec import Struct

from web.pages.share.rendering import Size


class Sprite(Struct, frozen=True):
    """A part of frames, in SVG, and the box in which it lies: left, top, width, height."""

    svg: str
    box: tuple[int, int, int, int]


class AnimationFrame(Struct, frozen=True):
    """What lies on the ground: sprites by number, the lowest first.

    ``milliseconds`` is how long it is shown, in tens: a GIF knows nothing finer.
    """

    sprites: list[int]
    milliseconds: int


class AnimationJob(Struct, frozen=True):
    """The document on which all frames lie, what each may have on it, and the frames.

    Boxes have the units of that document, which is ``width`` wide. ``head`` has the colours and
    symbols of sprites.
    """

    size: Size
    width: int
    head: str
    ground: str
    sprites: list[Sprite]
    frames: list[AnimationFrame]
