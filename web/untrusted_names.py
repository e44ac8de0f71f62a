"""Names that somebody else chose, made fit for the text of a mail."""

import re
import unicodedata
from typing import Final

LONGEST: Final = 60

QUOTES: Final = str.maketrans(dict.fromkeys('"“”„‟«»「」『』', "'"))
# Mail programs make links of what looks like an address, also without "https" before it, and some
# know the wide forms and the dots of East Asian scripts.
DOTS: Final = ".:/\u2024\uff0e\u3002\uff61\uff1a\uff0f"
# A dot before a digit stays, as in 1.5 or in a date, but not in four numbers.
FOUR_NUMBERS: Final = rf"[{DOTS}](?=\d+(?:[{DOTS}]\d+){{2}})"
LIKE_A_LINK: Final = re.compile(rf"[{DOTS}](?=[^\s\d.])|{FOUR_NUMBERS}|[@\uff20]")


def safe_in_mail(text: str) -> str:
    """One line of at most 60 characters that is no link, to be shown in quotation marks.

    Signs that cannot be seen or turn the direction of the text are left out, and quotation marks
    that would end those around it become apostrophes.
    """
    shown = "".join(sign if _seen(sign) else " " for sign in text).translate(QUOTES)
    line = " ".join(LIKE_A_LINK.sub(r"\g<0> ", shown[: 2 * LONGEST]).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def _seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "CZ"
