"""Pages of a tournament follow what others do, by server-sent events."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser

POLL = "every 20s, "
"""What a page does beside its stream, which would hide that the stream brings nothing."""


def test_a_result_is_seen_by_who_looks_at_the_standings(look: Look, site: Site) -> None:
    """Neither page is loaded anew; who organises enters the result in a browser, too."""
    path = cup(site)
    reader, organiser = look("bob"), look("alice")
    without_polling(reader)
    for name in ("standings", "tables/1"):
        reader.goto(f"{path}{name}/")
        assert POLL not in (reader.locator("#live").get_attribute("hx-trigger") or "")
        reader.evaluate("window.same = true")
        before = reader.locator("#live").inner_text()
        if name == "standings":
            organiser.goto(f"{path}direct/results/")
            scores = organiser.locator("#entry-1 input[name*='score']")
            for score, points in zip(scores.all(), ("120", "90"), strict=True):
                score.fill(points)
            organiser.get_by_role("button", name="Save the results").click()
            organiser.wait_for_load_state()
            first = reader.locator("tbody tr").first
            expect(first.locator(".decides")).to_have_text("8")
        else:
            body = {"reason": "Miscounted.", "scores": [90, 120]}
            site.api("POST", f"{path[1:]}tables/1/ruling", "alice", body)
            expect(reader.locator("#live")).to_contain_text("ruling")
        assert reader.locator("#live").inner_text() != before
        assert reader.evaluate("window.same"), "the page was loaded anew"


def test_forms_come_and_go_and_what_is_filled_in_stays(look: Look, site: Site) -> None:
    """A table's page stays open while others do something there."""
    path = cup(site)
    player = look("bob")
    without_polling(player)
    player.goto(f"{path}tables/1/")
    score = player.locator("#report-score-0")
    score.fill("95")
    words = {"announcement": "Lunch is at one."}
    site.api("PATCH", path[1:].rstrip("/"), "alice", words)
    site.api("POST", f"{path[1:]}tables/1/report", "bob", {"scores": [90, 80]})
    expect(player.locator("#live")).to_contain_text("has given this result")
    expect(player.locator("#report h3")).to_have_text("Give the result")
    expect(score).to_have_value("95")
    expect(score).to_be_focused()
    site.api("POST", f"{path[1:]}tables/1/result", "alice", {"scores": [90, 80]})
    expect(score).to_have_count(0)
    expect(player.locator("#live")).to_contain_text("+")


def test_a_form_that_was_refused_stays_with_what_is_wrong_in_it(look: Look, site: Site) -> None:
    """The page that it comes back on follows the tournament as any other."""
    path = cup(site)
    player = look("bob")
    look.allow("422")
    player.goto(f"{path}tables/1/")
    score = player.locator("#report-score-0")
    score.fill("95")
    with player.expect_request(lambda one: "stamp=" in one.url):
        player.locator("#report button").click()
    expect(player.locator("#report .errors")).to_be_visible()
    site.api("POST", f"{path[1:]}tables/1/report", "bob", {"scores": [90, 80]})
    expect(player.locator("#live")).to_contain_text("has given this result")
    expect(score).to_have_value("95")
    expect(player.locator("#report .errors")).to_be_visible()


def cup(site: Site) -> str:
    """The address of a tournament of two, whose only table waits for its result."""
    settings = {"format": "series", "played_here": False}
    body = {"name": "Live cup", "visibility": "unlisted", "settings": settings}
    path = f"tournaments/{site.api('POST', 'tournaments', 'alice', body)['id']}"
    site.api("POST", f"{path}/open", "alice")
    site.api("POST", f"{path}/register", "bob")
    site.api("POST", f"{path}/entrants", "alice", {"labels": ["Morag MacLean"]})
    site.api("POST", f"{path}/draw", "alice")
    return f"/{path}/"


def without_polling(page: Page) -> None:
    """Have pages hear of what is new by their stream alone."""

    def deliver(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(POLL, ""))

    page.route(lambda address: "/tournaments/" in address and "/api/" not in address, deliver)
