"""What all pages share: the frame, the language, the addresses."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.contrast import contrast, rgb
from tests.marks import in_one_test
from tests.web.conftest import HTMX

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

CSS = Path("web/static/web/css")
NAMES = (
    *("front", "lobby", "create", "next", "rules", "help", "profile"),
    *("login", "logout", "signup", "password_reset", "set_language"),
)


@in_one_test("name", NAMES)
def test_address_is_there(name: str) -> None:
    assert reverse(f"web:{name}").startswith("/")


def test_script_of_others_is_not_let_in(stranger: Client) -> None:
    policy = stranger.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_static_files_are_compressed_as_they_lie(stranger: Client) -> None:
    path, asked = "/static/web/css/table.css", {"Accept-Encoding": "gzip"}
    packed = stranger.get(path, headers=asked)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.getvalue()) == (CSS / "table.css").read_bytes()
    plain = stranger.get(path)
    assert "Content-Encoding" not in plain.headers
    assert plain.getvalue() == (CSS / "table.css").read_bytes()
    since = {**asked, "If-Modified-Since": packed.headers["Last-Modified"]}
    assert stranger.get(path, headers=since).status_code == 304


def test_page_has_its_landmarks(stranger: Client) -> None:
    text = stranger.get("/").content.decode()
    for mark in ('class="skip" href="#main"', '<main id="main"', 'id="notices" role="status"'):
        assert mark in text
    assert '"allowEval": false' in text


def test_language_of_the_browser(stranger: Client) -> None:
    page = stranger.get("/", headers={"Accept-Language": "pl"})
    assert '<html lang="pl"' in page.content.decode()
    assert "Accept-Language" in page.headers["Vary"]


def test_language_of_the_switch_counts_more(stranger: Client) -> None:
    kept = stranger.post("/language/", {"language": "ja", "next": "/games/"})
    assert kept.headers["Location"] == "/games/"
    page = stranger.get("/", headers={"Accept-Language": "pl"})
    assert '<html lang="ja"' in page.content.decode()


def test_language_switch_leads_nowhere_else(stranger: Client) -> None:
    kept = stranger.post("/language/", {"language": "ja", "next": "https://example.org/"})
    assert kept.headers["Location"] == "/"


def test_the_api_speaks_english(stranger: Client) -> None:
    answer = stranger.get("/api/v1/games/nothing", headers={"Accept-Language": "pl"})
    assert "Accept-Language" not in answer.headers.get("Vary", "")
    assert answer.headers.get("Content-Language", "en") == "en"


def test_htmx_is_told_apart(stranger: Client) -> None:
    assert stranger.get("/").wsgi_request.htmx.boosted is False
    assert bool(stranger.get("/", headers=HTMX).wsgi_request.htmx)


# --- Contrast -------------------------------------------------------------------------------------

TOKENS = dict(
    re.findall(
        r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}, #[0-9a-f]{6})\)",
        (CSS / "tokens.css").read_text(),
    )
)
TEXT = [
    *(
        (ink, ground)
        for ink in ("ink", "ink-soft", "accent")
        for ground in ("paper", "card", "sunk")
    ),
    *(("ink", f"{kind}-soft") for kind in ("accent", "good", "warn", "bad")),
    *((kind, f"{kind}-soft") for kind in ("good", "warn", "bad")),
    *((kind, ground) for kind in ("good", "warn", "bad") for ground in ("paper", "card")),
    ("accent-ink", "accent"),
    *(("p-ink", f"p{seat}") for seat in range(4)),
    *(("p-ink", medal) for medal in ("gold", "silver", "bronze")),
    *(("ink", land) for land in ("grass", "forest", "mountain", "loch", "mist")),
]
PARTS = [
    *((part, ground) for part in ("line-strong", "focus") for ground in ("paper", "card", "sunk")),
    *((f"p{seat}", ground) for seat in range(4) for ground in ("paper", "card")),
]


@in_one_test("theme", [0, 1])
@in_one_test(
    ("front", "back", "least"),
    [(*pair, 4.5) for pair in TEXT] + [(*pair, 3.0) for pair in PARTS],
)
def test_contrast(front: str, back: str, least: float, theme: int) -> None:
    """WCAG 2.2, 1.4.3 and 1.4.11."""
    colours = [rgb(TOKENS[name].split(", ")[theme]) for name in (front, back)]
    assert contrast(*colours) >= least
