"""A process that draws one animation: ``python -m web.pages.share.animation_process``.

It has neither Django nor a database; the job comes by standard input, the GIF goes by standard
output. It limits itself first: what it draws depends on games, some of which users have uploaded.
"""

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

import msgspec
from PIL import Image

from games.runtime.bounded_process import bound
from web.pages.share.animation_job import AnimationJob
from web.pages.share.rendering import png

COLOURS: Final = 255
"""A GIF has 256; one is left for pixels that do not change between frames."""


def main() -> None:
    """Read the job, do it, write the GIF. The limits are the arguments."""
    cpu_seconds, memory = map(int, sys.argv[1:])
    bound(cpu_seconds=cpu_seconds, memory=memory)
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=AnimationJob)
    sys.stdout.buffer.write(animated(job))


def animated(job: AnimationJob) -> bytes:
    """The GIF, which goes on for ever. It has the colours of the last frame, with all pieces."""
    drawn = list(_canvases(job))
    # This method is the fastest, and the most exact for maps with areas of one colour.
    palette = drawn[-1].quantize(COLOURS, Image.Quantize.FASTOCTREE)
    first, *others = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in drawn]
    found = BytesIO()
    first.save(
        found,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[frame.milliseconds for frame in job.frames],
        loop=0,
        optimize=True,
    )
    return found.getvalue()


def _canvases(job: AnimationJob) -> Iterator[Image.Image]:
    ground = _image(png(job.ground, job.size)).convert("RGB")
    sprites = _drawn(job)
    for frame in job.frames:
        canvas = ground.copy()
        for number in frame.sprites:
            sprite, place = sprites[number]
            canvas.paste(sprite, place, mask=sprite)
        yield canvas


def _drawn(job: AnimationJob) -> list[tuple[Image.Image, tuple[int, int]]]:
    """All sprites, drawn in one go on a sheet and cut out of it, with their places in a frame."""
    places, high = _shelves([sprite.box[2:] for sprite in job.sprites], job.width)
    moved = [
        f'<g transform="translate({x - sprite.box[0]} {y - sprite.box[1]})">{sprite.svg}</g>'
        for sprite, (x, y) in zip(job.sprites, places, strict=True)
    ]
    sheet = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {job.width} {high}">{job.head}{"".join(moved)}</svg>'
    )

    def pixels(units: int) -> int:
        return units * job.size[0] // job.width

    drawn = _image(png(sheet, (job.size[0], pixels(high))))
    found = []
    for sprite, (x, y) in zip(job.sprites, places, strict=True):
        left, top, wide, tall = sprite.box
        cut = drawn.crop((pixels(x), pixels(y), pixels(x + wide), pixels(y + tall)))
        found.append((cut, (pixels(left), pixels(top))))
    return found


def _shelves(sizes: Sequence[tuple[int, int]], width: int) -> tuple[list[tuple[int, int]], int]:
    """Places for boxes of these sizes in rows of a width, and the height of all rows."""
    places = []
    x = y = highest = 0
    for wide, high in sizes:
        if x + wide > width:
            x, y, highest = 0, y + highest, 0
        places.append((x, y))
        x, highest = x + wide, max(highest, high)
    return places, y + highest


def _image(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data), formats=["PNG"])


if __name__ == "__main__":
    main()
