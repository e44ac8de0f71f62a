"""Tournaments to look at, in several states, the same every time."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments import services
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import RoundTable, Settings, TableId

LABELS = ("Morag MacLean", "Hamish", "Fiona Macgregor of Glenstrae", "Iain")
ANNOUNCEMENT = "Every Tuesday evening at the Thistle.\n\nBring a board if you have one."
SCORES = (112, 97, 97, 84)


def addresses(alice: User, bob: User, charlie: User) -> dict[str, str]:
    """Tournaments of alice's by what state they are in, and pages of theirs."""
    league = running_league(alice, bob, charlie)
    final = heats_to_the_end(alice, bob)
    series = made(alice, "Three in a row", Settings(format="series", played_here=False))
    enter(series, [alice, bob, charlie], [])
    draft = made(alice, "Winter cup", Settings(format="series"), opened=False)
    ladder = made(alice, "Glen ladder", Settings(format="ladder", played_here=False))
    enter(ladder, [alice, bob], ["Morag MacLean"])
    hidden = made(alice, "Hidden", Settings(format="series"), visibility="private")
    given_up = made(alice, "Rained off", Settings(format="series"))
    services.cancel_tournament(
        tournament_id=given_up.pk, user=alice, reason="The hall is flooded.", now=timezone.now()
    )
    found = {
        "league": league,
        "final": final,
        "series": series,
        "cup_draft": draft,
        "ladder": ladder,
        "given_up": given_up,
    }
    paths = {name: f"/tournaments/{one.pk}/" for name, one in found.items()}
    return {**paths, "cup_invite": f"/tournaments/{hidden.pk}/invite/{hidden.invite_code}/"}


def made(
    director: User, name: str, settings: Settings, *, opened: bool = True, **more: str
) -> Tournament:
    """A tournament with a seed that is always the same."""
    one = services.create_tournament(
        user=director, name=name, settings=settings, now=timezone.now(), **more
    )
    Tournament.objects.filter(pk=one.pk).update(server_seed=b"t" * 32, salt=b"t" * 32)
    if opened:
        services.open_registration(tournament_id=one.pk, user=director, now=timezone.now())
    one.refresh_from_db()
    return one


def enter(one: Tournament, users: Sequence[User], labels: Sequence[str]) -> None:
    """Register users, and let the director add names."""
    for user in users:
        services.register(tournament_id=one.pk, user=user, now=timezone.now())
    if labels:
        services.add_players(
            tournament_id=one.pk, user=director_of(one), labels=[*labels], now=timezone.now()
        )


def running_league(alice: User, bob: User, charlie: User) -> Tournament:
    """Two tables are open, one of them with a result that bob has given; there is a ruling."""
    league = made(
        alice,
        "League of the glens",
        Settings(format="league", played_here=False),
        announcement=ANNOUNCEMENT,
    )
    enter(league, [alice, bob, charlie], LABELS)
    draw(league)
    *played, reported, _open = [table.id for table in tables(league)]
    for table in played:
        result(league, table)
    services.rule(
        tournament_id=league.pk,
        user=alice,
        table=played[0],
        reason="Scores were swapped on the sheet.",
        places=[4, 3, 2, 1],
        now=timezone.now(),
    )
    seats = state_of(reread(league)).tables[reported].seats
    by = next(user for entrant, user in enumerate((alice, bob, charlie), 1) if entrant in seats)
    services.report_result(
        tournament_id=league.pk, user=by, table=reported, scores=SCORES, now=timezone.now()
    )
    return league


def heats_to_the_end(alice: User, bob: User) -> Tournament:
    """Heats, semi-finals, a final: all played, and the seed is open."""
    final = made(alice, "Convention", Settings(format="heats", played_here=False))
    enter(final, [alice, bob], [f"Player {number}" for number in range(3, 17)])
    for _round in range(5):
        draw(final)
        for table in tables(final):
            result(final, table.id)
    services.finish_tournament(tournament_id=final.pk, user=alice, now=timezone.now())
    return final


def reread(one: Tournament) -> Tournament:
    """The tournament as it is now."""
    return Tournament.objects.get(pk=one.pk)


def director_of(one: Tournament) -> User:
    """Who directs it."""
    director = reread(one).director
    assert director is not None
    return director


def draw(one: Tournament) -> None:
    """Draw the next round."""
    services.publish_draw(tournament_id=one.pk, user=director_of(one), now=timezone.now())


def tables(one: Tournament) -> list[RoundTable]:
    """The tables without a result."""
    return [table for table in state_of(reread(one)).tables.values() if table.result is None]


def result(one: Tournament, table: TableId) -> None:
    """A result that follows from the number of the table."""
    seats = len(state_of(reread(one)).tables[table].seats)
    scores = [SCORES[(seat + table) % len(SCORES)] for seat in range(seats)]
    services.record_result(
        tournament_id=one.pk, user=director_of(one), table=table, scores=scores, now=timezone.now()
    )
