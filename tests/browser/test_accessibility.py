"""WCAG 2.2 AA as far as a program can tell, on every page, wide and light, and narrow and dark.

The latter on main pages only: all have the same colours and sizes. ``make thorough`` looks at all.
"""

import pytest

from tests.browser.axe import CONTRAST, everything, undecided, violations
from tests.browser.conftest import Read
from tests.browser.tour import TOUR, Stop, become_phone, wider
from tests.marks import THOROUGH

pytestmark = pytest.mark.browser


TABLES = [stop for stop in TOUR if stop.name in ("table", "table-space", "table-trade")]
OTHERS = [stop for stop in TOUR if stop not in TABLES]


@pytest.mark.parametrize("stop", OTHERS, ids=lambda stop: stop.name)
def test_page_is_accessible(stop: Stop, read: Read) -> None:
    """And no wider than a phone."""
    page = read(stop)
    found = {"wide": violations(page, stop.part)}
    become_phone(page)
    if stop.main or THOROUGH:
        found["narrow"] = violations(page, stop.part)
    assert not wider(page)
    assert not any(found.values()), "\n".join(
        f"{window}: {one}" for window, some in found.items() for one in some
    )


@pytest.mark.parametrize("stop", TABLES, ids=lambda stop: stop.name)
def test_so_are_tables_where_what_axe_leaves_open_has_contrast(stop: Stop, read: Read) -> None:
    """Letters on the map, on gradients, and under edges, by the colours that are used."""
    page = read(stop)
    found = {"wide, light": everything(page)}
    page.emulate_media(color_scheme="dark")
    found["wide, dark"] = undecided(page, CONTRAST)
    become_phone(page)
    found["narrow, dark"] = everything(page)
    assert not wider(page)
    page.emulate_media(color_scheme="light")
    found["narrow, light"] = undecided(page, CONTRAST)
    assert not any(found.values()), found
