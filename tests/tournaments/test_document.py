"""What docs/tournaments.md says of options, points and tie-breaks is what the code has."""

import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from tests.marks import in_one_test
from tournaments.formats import FORMATS
from tournaments.formats.base import Format, FormatOption
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.state import DEFAULT_POINTS, DEFAULT_TIE_BREAKS

pytestmark = [pytest.mark.engine, pytest.mark.once, pytest.mark.uncounted]

PAGE: Final = Path(settings.BASE_DIR, "docs", "tournaments.md").read_text()


def row_of(option: FormatOption) -> tuple[str, str, str]:
    """Name, default and values of an option, as the page writes them."""
    if option.kind == "boolean":
        return option.name, "yes" if option.default else "no", "yes, no"
    if option.kind == "choice":
        return option.name, str(option.default), ", ".join(option.values)
    return option.name, str(option.default), f"{option.least} to {option.most}"


@in_one_test("form", FORMATS.values())
def test_each_format_has_its_section_with_its_options(form: Format) -> None:
    section = next(part for part in PAGE.split("\n### ") if f"\n`{form.name}`. " in part)
    assert section.startswith(f"{form.title}\n")
    found = re.findall(r"^\| `(\w+)` \| (\S+) \| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE)
    assert found == [row_of(option) for option in form.described]
    assert "**To announce:**\n\n> " in section


def test_tie_breaks_are_those_of_the_table_in_the_default_order() -> None:
    found = re.findall(r"^\| `(\w+)` \| ([^|]+) \|$", PAGE, re.MULTILINE)
    chosen = [row.name for row in TIE_BREAKS.values() if row.chosen]
    others = [name for name in chosen if name not in DEFAULT_TIE_BREAKS]
    assert found == [(name, TIE_BREAKS[name].meaning) for name in (*DEFAULT_TIE_BREAKS, *others)]


def test_points_are_the_defaults() -> None:
    rows = re.findall(r"^\| (\d) \| (\d+) \| (\d+) \| (\d*) ?\| ?(\d*) ?\|$", PAGE, re.MULTILINE)
    found = {int(size): tuple(int(one) for one in given if one) for size, *given in rows}
    assert found == {len(row): row for row in DEFAULT_POINTS}
