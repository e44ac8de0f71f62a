"""What an organiser is told of places that were filled in otherwise, of byes, and of no results."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from tests.marks import in_one_test
from tests.web.conftest import user_of
from tests.web.tournaments import drawn, page, part, result, state, text_of, tournament, url
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SERIES = Settings(format="series", format_options={"games": 2}, played_here=False)
DUELS = Settings(
    format="swiss",
    format_options={"rounds": 3, "table_size": 2, "final": 0},
    played_here=False,
)
FOUR = ("Morag", "Hamish", "Fiona", "Iain")
LABELS = ("Morag", "Hamish", "Iain")


def places(*numbers: int) -> dict[str, str]:
    """A form in which these places are filled in, by seat."""
    return {f"place-{seat}": str(place) for seat, place in enumerate(numbers)}


def seated(made: Tournament, table: int = 1) -> list[str]:
    """The names at a table of ``LABELS``, in the order of the seats."""
    return [LABELS[one - 1] for one in state(made).tables[table].seats]


def said(client: Client, address: str, sent: dict[str, str]) -> str:
    """What the page says after a form was sent."""
    shown = client.post(address, sent, follow=True)
    assert shown.status_code == 200
    return text_of(part(unescape(shown.content.decode()), 'id="notices"', "</div>"))


def recorded(made: Tournament) -> str:
    first, second, third = seated(made)
    tied = sorted((first, second))
    return f"Game 1 is recorded like this: 1. {tied[0]}, 1. {tied[1]}, 3. {third}."


@in_one_test("numbers", [(1, 1, 2), (2, 2, 3), (1, 1, 3), (3, 1, 2)])
def test_places_that_are_recorded_otherwise_are_said(
    anna: Client, numbers: tuple[int, ...]
) -> None:
    """By a director at the table; 1, 1, 2 becomes 1, 1, 3."""
    made = drawn(user_of(anna), settings=SERIES, labels=LABELS)
    text = said(anna, url(made, "tables/1/do/record"), places(*numbers))
    assert "The result counts." in text
    assert (recorded(made) in text) is (numbers in [(1, 1, 2), (2, 2, 3)])
    assert ("is recorded like this" in text) is (numbers in [(1, 1, 2), (2, 2, 3)])


def test_places_of_rulings_and_reports_are_said_too(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), settings=SERIES, labels=LABELS)
    result(made, 1, [3, 2, 1])
    ruling = {**places(1, 1, 2), "reason": "Misread."}
    assert recorded(made) in said(anna, url(made, "tables/1/do/rule"), ruling)
    own = drawn(user_of(anna), user_of(bruce), settings=SERIES, labels=LABELS[:2])
    text = said(bruce, url(own, "tables/1/do/report"), places(1, 1, 2))
    assert "The result is noted. It counts once a director confirms it." in text
    assert "Game 1 is recorded like this: 1. " in text


def test_places_on_the_page_of_results_are_said_too(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SERIES, labels=LABELS)
    sent = {f"t1-{name}": value for name, value in places(1, 1, 2).items()}
    text = said(anna, url(made, "direct/results"), {**sent, "t1-seen": ""})
    assert "The result of 1 table is saved." in text
    assert recorded(made) in text


def test_a_bye_is_named_before_the_draw_and_after_it(anna: Client, bruce: Client) -> None:
    director = user_of(anna)
    made = tournament(director, user_of(bruce), settings=DUELS, labels=FOUR)
    preview = part(page(anna, made, "direct/draw"), 'id="preview"')
    names = re.findall(r'class="who">([^<]+)', preview)
    (rests,) = {"bruce", *FOUR} - {name.strip() for name in names}
    bye = f"Bye: {rests}. No table in this round, but the points of a win: 8."
    assert text_of(part(preview, 'id="rests">', "<")) == bye
    services.publish_draw(tournament_id=made.pk, user=director, now=timezone.now())
    for name in ("", "rounds", "print"):
        assert bye in text_of(page(anna, made, name)), name
    assert "bye 8" in text_of(part(page(anna, made, "cross"), 'id="by-round"'))


def test_who_has_a_bye_reads_so(anna: Client, bruce: Client) -> None:
    """Seeded by hand, whoever comes last has the bye of the first round."""
    director, settings = user_of(anna), replace(DUELS, seeding="hand")
    made = tournament(director, settings=settings, labels=FOUR)
    now = timezone.now()
    services.register(tournament_id=made.pk, user=user_of(bruce), now=now)
    services.publish_draw(tournament_id=made.pk, user=director, now=now)
    assert "You have a bye" in text_of(page(bruce, made))


def test_who_rests_without_points_is_told_so(anna: Client) -> None:
    robin = Settings(format="round_robin", played_here=False)
    made = tournament(user_of(anna), settings=robin, labels=LABELS)
    preview = text_of(part(page(anna, made, "direct/draw"), 'id="preview"'))
    assert "Without a table in this round, and without points for it:" in preview
    assert "Bye" not in preview


def test_no_tie_is_broken_before_there_is_a_result(anna: Client, stranger: Client) -> None:
    """On paper before the first one, and in a season that has none though the last one had."""
    options = {"division": 5, "promoted": 1, "seasons": 2}
    league = Settings(format="league", format_options=options, played_here=False)
    made = drawn(user_of(anna), settings=league, labels="ABCDEFGHIJ")
    assert 't-tie"' not in page(stranger, made, "print")
    assert "no result yet" in text_of(page(stranger, made, "standings"))
    for table in state(made).tables.values():
        result(made, table.id, [200 - one for one in table.seats])
    assert "no result yet" not in text_of(page(stranger, made, "standings"))
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    for name in ("", "print"):
        text = page(stranger, made, name)
        assert 't-tie"' not in text, name
        assert "Season 2, Division 1 no result yet" in text_of(text)
    newest = state(made).of_round(2)[0]
    result(made, newest.id, [100, 100, 80, 70])
    text = page(stranger, made)
    assert text.count('t-tie"') == 1
    assert "Season 2, Division 1 no result yet" not in text_of(text)
    assert "Season 2, Division 2 no result yet" in text_of(text)


def test_who_does_not_play_on_is_told_so(anna: Client, bruce: Client) -> None:
    """Seeded by hand and beaten, the last of five is not among the finalists."""
    director = user_of(anna)
    settings = Settings(format="swiss", format_options={"rounds": 2, "final": 2}, played_here=False)
    made = drawn(director, user_of(bruce), settings=settings, labels="ABCD")
    for number in (1, 2):
        for table in state(made).of_round(number):
            result(made, table.id, [0 if one == 1 else 100 + one for one in table.seats])
        services.publish_draw(tournament_id=made.pk, user=director, now=timezone.now())
    said = text_of(page(bruce, made))
    assert "You are not among those who play on (Final). Your results stay." in said


def test_the_cross_table_says_which_tables_were_forfeited(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), settings=SERIES, labels=LABELS)
    services.record_result(
        tournament_id=made.pk,
        user=user_of(anna),
        table=1,
        scores=[9, 8, None],
        forfeited=[state(made).tables[1].seats[2]],
        now=timezone.now(),
    )
    by_round = text_of(part(page(stranger, made, "cross"), 'id="by-round"'))
    assert f"{seated(made)[2]} last place forfeited 1" in by_round
    assert by_round.count("forfeited") == 1


def test_who_forfeits_is_last_whatever_place_is_shared(anna: Client, stranger: Client) -> None:
    """Two of three who share places 2 and 3 are not second."""
    made = drawn(user_of(anna), settings=SERIES, labels=LABELS)
    services.record_result(
        tournament_id=made.pk,
        user=user_of(anna),
        table=1,
        scores=[9, None, None],
        forfeited=state(made).tables[1].seats[1:],
        now=timezone.now(),
    )
    for name in ("", "rounds", "tables/1", "print", "cross"):
        text = text_of(page(stranger, made, name))
        assert "place 2" not in text, name
        assert text.count("last place") == 2, name


def test_a_preview_speaks_of_other_tables_only_where_there_are_some(
    anna: Client, bruce: Client
) -> None:
    """At a table with somebody without an account no game can be played here."""
    series = Settings(format="series")
    director = user_of(anna)
    here = tournament(director, user_of(anna), user_of(bruce), settings=series)
    mixed = tournament(director, user_of(bruce), settings=series, labels=["Morag"])
    texts = [text_of(page(anna, one, "direct/draw")) for one in (here, mixed)]
    assert ["The game of this table begins at once" in text for text in texts] == [True, False]
    assert ["The other tables play elsewhere" in text for text in texts] == [False, True]


def test_a_draft_says_when_its_link_works(anna: Client) -> None:
    draft = tournament(user_of(anna), opened=False)
    said = "Others can follow its link once registration is open."
    assert said in text_of(page(anna, draft))
    assert said not in text_of(page(anna, tournament(user_of(anna))))


def test_nothing_is_left_to_announce_once_all_is_played(anna: Client) -> None:
    made = drawn(user_of(anna), settings=replace(SERIES, format_options={}), labels=LABELS)
    assert 'id="announce"' in page(anna, made)
    result(made, 1, [3, 2, 1])
    assert 'id="announce"' not in page(anna, made)


def test_paper_says_that_nothing_orders_the_standings_yet(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), settings=SERIES, labels=LABELS)
    assert "only a lot orders this list" in text_of(page(stranger, made, "print"))
    result(made, 1, [3, 2, 1])
    assert "only a lot orders this list" not in text_of(page(stranger, made, "print"))
