"""The rules by id, the search, the help; the same texts over the API."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import escape

from games import rulebook
from tests.web.conftest import HTMX
from web.pages.site.rules import FIRST, html, notes

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

WRITTEN = re.compile(r"^- \*\*([A-Z0-9a-z-]+)\*\* ", re.MULTILINE)


def test_every_rule_is_in_the_book() -> None:
    written = [
        rule_id
        for book in rulebook.BOOKS
        for path in sorted(Path("docs/rules", book).glob("*.md"))
        for rule_id in WRITTEN.findall(path.read_text(encoding="utf-8"))
    ]
    assert list(rulebook.rules()) == written


@pytest.mark.django_db
def test_contents_lists_every_chapter(stranger: Client) -> None:
    page = stranger.get("/rules/").content.decode()
    for chapter in rulebook.chapters():
        assert f"?chapter={chapter.name}" in page


@pytest.mark.django_db
def test_contents_tell_where_to_start(stranger: Client) -> None:
    """Above all chapters, and not above what a search has found."""
    page = stranger.get("/rules/").content.decode()
    start = page.index('id="start-here"')
    assert start < page.index('id="book-base"')
    links = re.findall(r'href="([^"]+)"', page[start : page.index("</section>", start)])
    assert {"/help/#goal", "/games/new/?preset=first-game"} <= {*links}
    assert len([link for link in links if "?chapter=" in link]) == len(FIRST)
    assert 'id="start-here"' not in stranger.get("/rules/", {"q": "market"}).content.decode()


@cache
def page_of(chapter: str) -> str:
    """It takes long to draw all of them, and they stay the same."""
    return Client().get("/rules/", {"chapter": chapter}).content.decode()


@pytest.mark.django_db
def test_every_chapter_shows_its_rules() -> None:
    for chapter in rulebook.chapters():
        page = page_of(chapter.name)
        assert [rule.id for rule in chapter.rules if f"/rules/{rule.id}/" not in page] == []


@pytest.mark.django_db
def test_every_chapter_shows_its_texts_and_tables() -> None:
    """Some rules say what stands in a table."""
    for path in sorted(Path("docs/rules").glob("*/*.md")):
        lines = path.read_text(encoding="utf-8").splitlines()
        page = page_of(f"{path.parent.name}-{path.stem}")
        rows = [line for line in lines if line.startswith("|") and "---" not in line]
        assert page.count("<tr>") == len(rows)
        assert page.count('<div class="scroll" tabindex="0"') == page.count("<table>")
        texts = [line for line in lines if line and not line.startswith(("#", "- **", "|"))]
        assert [text for text in texts if escape(first_words(text)) not in page] == []


def test_markdown_brings_no_html_and_no_scripts() -> None:
    written = '<script>x</script> <b onclick="y">\n\n[z](javascript:alert(1))\n\n|a|\n|---|\n|<i>|'
    shown = notes(written, '"><script>')
    tags = re.findall(r"<([a-z]+)", shown)
    assert tags == ["p", "p", "div", "table", "thead", "tr", "th", "tbody", "tr", "td"]
    assert 'aria-label="&quot;&gt;&lt;script&gt;"' in shown
    assert "href" not in shown


@pytest.mark.django_db
def test_a_rule_stands_beside_the_tables_of_its_section(stranger: Client) -> None:
    page = stranger.get("/rules/AUTOMA-SETUP-2/").content.decode()
    assert "<th>Money at the start</th>" in page
    assert '<li aria-current="true"><a class="rule-id" href="/rules/AUTOMA-SETUP-2/"' in page


def first_words(text: str) -> str:
    """Up to the first id, which is a link on the page."""
    return re.split(r" [A-Z]+-", text)[0].rsplit("*")[-1]


@pytest.mark.django_db
def test_search_finds_words_and_ids(stranger: Client) -> None:
    page = stranger.get("/rules/", {"q": "nbr-09"}).content.decode()
    assert page.index("/rules/NBR-09/") < page.index("</main>")
    by_words = {rule.id for rule in rulebook.search("tighter MAP")}
    assert "DIFF-27" in by_words
    assert "DEF-01" not in by_words


def test_search_looks_at_the_beginnings_of_words() -> None:
    found = rulebook.search("port")
    texts = [f"{one.id} {one.chapter} {one.section} {one.text}" for one in found]
    assert all(re.search(r"\bport", text, re.IGNORECASE) for text in texts)
    exports = rulebook.search("export")
    assert "CONTRACT-01" in {one.id for one in exports} - {one.id for one in found}
    assert found[0].id.startswith("PORT")
    assert rulebook.search("("), "it is no pattern"


@pytest.mark.django_db
def test_search_of_nothing_says_so(stranger: Client) -> None:
    assert "0 rules have these words." in stranger.get("/rules/?q=zzzz").content.decode()
    assert "/rules/?chapter=" in stranger.get("/rules/?q=%20%00").content.decode()


@pytest.mark.django_db
def test_search_as_one_types_answers_the_part(stranger: Client) -> None:
    part = stranger.get("/rules/?q=hops", headers=HTMX).content.decode()
    assert part.startswith('<div id="rules"')
    assert "<html" not in part


@pytest.mark.django_db
def test_what_is_searched_for_is_escaped(stranger: Client) -> None:
    assert "<b>x" not in stranger.get("/rules/", {"q": '"><b>x'}).content.decode()


@pytest.mark.django_db
def test_rule_has_its_neighbours_and_its_section(stranger: Client) -> None:
    page = stranger.get("/rules/DEF-02/").content.decode()
    assert 'rel="prev" href="/rules/DEF-01/"' in page
    assert 'rel="next" href="/rules/DEF-03/"' in page
    assert "/rules/DEF-13/" in page
    assert "<title>DEF-02" in page


@pytest.mark.django_db
def test_ends_of_the_book(stranger: Client) -> None:
    assert 'rel="prev"' not in stranger.get("/rules/DEF-01/").content.decode()
    last = list(rulebook.rules())[-1]
    assert 'rel="next"' not in stranger.get(f"/rules/{last}/").content.decode()


@pytest.mark.django_db
def test_id_in_small_letters_leads_to_the_rule(stranger: Client) -> None:
    assert stranger.get("/rules/port-7C/").headers["Location"] == "/rules/PORT-7c/"


@pytest.mark.django_db
def test_unknown_rule_and_chapter(stranger: Client) -> None:
    assert stranger.get("/rules/NBR-999/").status_code == 404
    assert stranger.get("/rules/?chapter=base").status_code == 404


def test_marks_become_html_and_ids_links() -> None:
    shown = html("See <b> **bold** `code` *new* and DEF-20, not DEF-999.")
    assert shown == (
        "See &lt;b&gt; <strong>bold</strong> <code>code</code> <em>new</em> and "
        '<a href="/rules/DEF-20/">DEF-20</a>, not DEF-999.'
    )


@pytest.mark.django_db
def test_help_explains_signs_and_keys(stranger: Client) -> None:
    page = stranger.get("/help/").content.decode()
    for words in ("Cheese dairy", "Sugar cane", "Mountain: miners", "one turn back or on"):
        assert words in page
    for symbol in re.findall(r'<use href="#([^"]+)"', page):
        assert f'<symbol id="{symbol}"' in page


@pytest.mark.django_db
def test_rule_over_the_api(stranger: Client) -> None:
    answer = stranger.get("/api/v1/rules/nbr-01").json()
    assert answer == {
        "id": "NBR-01",
        "text": rulebook.rules()["NBR-01"].text,
        "book": "base",
        "chapter": "Main actions",
        "section": "Neighbourhood bonus",
    }
    missing = stranger.get("/api/v1/rules/NBR-999")
    assert missing.status_code == 404
    assert missing.json()["code"] == "not_found"


def test_an_installed_project_has_the_rules() -> None:
    assert "COPY docs/rules docs/rules" in Path("Dockerfile").read_text(encoding="utf-8")
    assert "!docs/rules" in Path(".dockerignore").read_text(encoding="utf-8").split()
