"""Names that a director gives, a line each, and what is wrong with them."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from games import names
from games.errors import InvalidName
from web.pages.common.errors import sentence
from web.pages.tournaments.visit import Visit


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    found = enumerate(text.splitlines(), 1)
    return [(number, line.strip()) for number, line in found if line.strip()]


def name_faults(visit: Visit, found: Sequence[tuple[int, str]]) -> Iterator[str]:
    """What is wrong with names, by line: no name, one of somebody who is in, one that is there."""
    holders = {one.person for one in visit.state.entrants.values() if one.status != "withdrawn"}
    taken = {visit.names.plain(one).casefold() for one in holders - visit.names.bots}
    lines: dict[str, int] = {}
    for number, line in found:
        fault = ""
        try:
            name = names.cleaned(line).casefold()
        except InvalidName as refused:
            fault = sentence(refused)
        else:
            if name in taken:
                fault = gettext("%(name)s has a place in the tournament already.") % {"name": line}
            elif name in lines:
                same = {"name": line, "other": lines[name]}
                fault = gettext("%(name)s stands on line %(other)s, too.") % same
            lines.setdefault(name, number)
        if fault:
            yield gettext("Line %(line)s: %(fault)s") % {"line": number, "fault": fault}
