"""Limits that a TOML file has to keep before it is parsed, checked in one pass over its text.

``tomllib`` takes time and memory with the square of the parts of a dotted key, and one stack frame
for each level of nesting; in everything else it is linear. No file of a pack needs many of either:
what its values may be allows three parts and three levels, so no pack that could be used before is
refused here.
"""

import re
from typing import Final

MOST_PARTS: Final = 4
MOST_LEVELS: Final = 4

TOKEN: Final = re.compile(
    r'''
      (?P<comment> \# [^\n]*+ )
    | (?P<string>
          """ [^"\\]*+ (?: (?: \\. | "(?!"") ) [^"\\]*+ )*+ """ "{0,2}
        | \'{3} [^\']*+ (?: \'(?!\'\') [^\']*+ )*+ \'{3} \'{0,2}
        | " (?!"") [^"\\\n]*+ (?: \\. [^"\\\n]*+ )*+ "
        | \' (?!\'\') [^\'\n]*+ \'
      )
    | (?P<open> [\[{] )
    | (?P<close> [\]}] )
    | (?P<dot> \. )
    | (?P<end> [=,\n] )
    | (?P<other> [^\#"\'\[{\]}.=,\n]++ )
    ''',
    re.VERBOSE | re.DOTALL,
)


def unreasonable(text: str) -> str | None:
    """Why a TOML file is refused before parsing; None if it is not.

    Wrong TOML is left to the parser: as far as that reads a file, the tokens here are its tokens.
    """
    parts, level, at = 1, 0, 0
    while (token := TOKEN.match(text, at)) is not None:
        at = token.end()
        match token.lastgroup:
            case "dot":
                parts += 1
            case "open":
                parts, level = 1, level + 1
            case "close":
                parts, level = 1, max(level - 1, 0)
            case "end" | "comment":
                parts = 1
        if parts > MOST_PARTS:
            return f"line {_line(text, at)}: a key has more than {MOST_PARTS} parts"
        if level > MOST_LEVELS:
            return f"line {_line(text, at)}: is nested more than {MOST_LEVELS} levels deep"
    return None


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
