"""Games with an expansion that is not shipped, by processes that begin with it."""

import pytest

from tests.browser.conftest import need_browser
from tests.expansions.running import run_inside

pytestmark = pytest.mark.browser


def test_a_game_with_an_expansion_is_played_on_the_pages() -> None:
    need_browser()
    run_inside("browser")
