"""What was taken back: hidden at first, shown when asked for."""

import re

import pytest
from django.test import Client

from tests.games.tables import Table
from tests.web.replay.conftest import page, take_back, text, versions

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_what_was_taken_back_is_hidden_at_first(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    running.play()
    newest = running.game.version
    shown = text(stranger, f"{page(running)}?v={newest}")
    (count,) = re.findall(r'id="undone" role="switch" aria-checked="false"[^>]*>(\d+) ', shown)
    assert count == "2"
    assert "data-shows-undone" not in shown
    assert undo not in versions(shown)
    before = re.search(r'id="jump-before"[^>]*href="\?v=(\d+)"', shown)
    assert before
    assert int(before[1]) < undo - 1


def test_game_whose_last_move_was_taken_back(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    shown = text(stranger, page(running))
    assert f'data-version="{undo - 2}"' in shown
    assert "data-shows-undone" not in shown


def test_what_was_taken_back_can_be_shown(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    running.play()
    shown = text(stranger, f"{page(running)}?v={undo + 1}&undone=show")
    assert "data-shows-undone" in shown
    assert f'href="?v={undo}&amp;undone=show"' in shown
    assert versions(shown) == list(range(1, running.game.version + 1))


def test_link_to_what_was_taken_back_shows_it(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    shown = text(stranger, f"{page(running)}?v={undo - 1}")
    assert "data-shows-undone" in shown
    assert f'data-version="{undo - 1}"' in shown
