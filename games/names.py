"""Names that users give to games, tokens and other things: one visible line."""

import re
import unicodedata
from typing import Final

from games.engine.terms import gettext_noop
from games.errors import InvalidName

LONGEST: Final = 100
ALLOWED: Final = "\u200c\u200d"
"""Joiners: without them some scripts and emoji cannot be written."""
FLAG: Final = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
"""The flags of Scotland, Wales and England are written with invisible letters."""
HIDDEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
SHOWN: Final = ("L", "N", "P", "S")
BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols, by category, that have no visible shape."""


def cleaned(name: str, longest: int = LONGEST) -> str:
    """The name without white space around it. Raises InvalidName."""
    name = name.strip()
    seen = FLAG.sub("\U0001f3f4", name)
    if not any(unicodedata.category(sign)[0] in SHOWN and sign not in BLANK for sign in seen):
        raise InvalidName(gettext_noop("A name needs at least one character that can be seen."))
    if len(name) > longest:
        message = gettext_noop("A name has at most %(most)s characters; this one has %(has)s.")
        raise InvalidName(message, most=longest, has=len(name))
    for sign in seen:
        if unicodedata.category(sign) in HIDDEN and sign not in ALLOWED:
            raise hidden(sign)
    return name


def shortened(name: str, longest: int) -> str:
    """The beginning of a name, which ends before a flag that does not fit as a whole."""
    cut = next((flag.start() for flag in FLAG.finditer(name) if flag.end() > longest), longest)
    return name[: min(cut, longest)].rstrip()


def check_letters(name: str) -> None:
    """Whether an account may have this name: it is seen, and can stand in an address.

    With a letter that has no visible shape it looks like the name of another account; dots alone
    lead elsewhere. Raises InvalidName.
    """
    if name and not name.strip("."):
        raise InvalidName(gettext_noop("A name needs something other than dots."))
    for sign in name:
        if sign in BLANK:
            raise hidden(sign)


def hidden(sign: str) -> InvalidName:
    """The refusal of a sign that cannot be seen."""
    message = gettext_noop(
        "A name is one line of text: leave out the character %(sign)s, which cannot be "
        "seen or changes how the text around it is shown."
    )
    return InvalidName(message, sign=f"U+{ord(sign):04X}")
