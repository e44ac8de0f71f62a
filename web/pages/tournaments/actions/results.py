"""What is done at a table: results, confirming them, rulings."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.game import Status
from tournaments import services
from tournaments.errors import BadResult
from tournaments.scoring.places import ranked_places
from tournaments.services.forfeiting import before_deadline, decided_by_game, forfeitable
from tournaments.services.results import LEAST_SCORE, MOST_SCORE, checked
from tournaments.state import EntrantId, RoundNumber, RoundTable, TableOutcome
from web.pages.tournaments.actions.base import Action, Data, Text, reason_field
from web.pages.tournaments.tables import games_of
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import table_title

LONGEST_RESULT: Final = 1000
"""Characters of a result as a form carries it."""


RANKED: Final = _(
    "Places begin at 1, and after a shared place the next stays empty, as in 1, 1, 3."
)
SCORES: Final = _("Scores also decide ties of the standings.")
LOW: Final = _("Give a score of at least %(limit_value)s.")
HIGH: Final = _("Give a score of at most %(limit_value)s.")
DRAWN_SINCE: Final = _("What was drawn since stays as it is: the rounds, and who plays on.")
IN_PLACE: Final = _(
    "The game of this table still runs, and reports its result by itself. What you enter here"
    " counts in its place."
)


class GivenResult(NamedTuple):
    """A result as a service takes it."""

    places: Sequence[int]
    scores: Sequence[int | None]
    forfeited: Sequence[EntrantId]


def the_table(visit: Visit) -> RoundTable:
    """The table of the page. Raises AssertionError on a page without one."""
    assert visit.table is not None
    return visit.table


def result_fields(
    visit: Visit, shown: TableOutcome | None, *, forfeits: bool
) -> dict[str, forms.Field]:
    """Score and place for each seat; with ``forfeits`` also whether it was forfeited.

    Whose seat in a running game cannot be forfeited yet keeps what was said of that.
    """
    table = the_table(visit)
    found: dict[str, forms.Field] = {}
    kept = _kept_in(visit, table) if forfeits else ()
    by_places = shown is not None and not _follow(table, shown)
    for index, entrant in enumerate(table.seats):
        found[f"score-{index}"] = forms.IntegerField(
            label=_("Score"),
            required=False,
            min_value=LEAST_SCORE,
            max_value=MOST_SCORE,
            initial=shown.score(index) if shown else None,
            error_messages={"min_value": LOW, "max_value": HIGH},
        )
        found[f"place-{index}"] = forms.TypedChoiceField(
            label=_("Place"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", "-"), *((str(one), str(one)) for one in range(1, len(table.seats) + 1))],
            initial=shown.places[index] if shown and by_places else None,
        )
        if forfeits:
            found[f"out-{index}"] = forms.BooleanField(
                label=_("Forfeited"),
                required=False,
                initial=bool(shown and entrant in shown.forfeited),
                disabled=entrant in kept,
            )
    return found


def drawn_since(visit: Visit, number: RoundNumber) -> Text:
    """That rulings on a round change no draw; empty for the newest, and for challenges."""
    return DRAWN_SINCE if 0 < number < visit.state.round else ""


def game_runs(visit: Visit, table: RoundTable) -> bool:
    """Whether the game of a table is not over."""
    game = games_of(visit, [table]).get(table.game or "")
    return game is not None and game.status == Status.RUNNING


def awaits_game(visit: Visit, table: RoundTable) -> bool:
    """Whether the result of a table is that of its game alone, for which there still is time."""
    early = decided_by_game(visit.state, visit.names.bots, table, timezone.now())
    return early and game_runs(visit, table)


def leaving(visit: Visit) -> list[EntrantId]:
    """Whose seat at a table can be forfeited now."""
    table = the_table(visit)
    may = forfeitable(visit.state, visit.names.bots, table, timezone.now())
    return [one for one in may if one not in table.forfeited]


def _kept_in(visit: Visit, table: RoundTable) -> Collection[EntrantId]:
    """Who can be forfeited by no result yet."""
    if not before_deadline(visit.state, table, timezone.now()) or not game_runs(visit, table):
        return ()
    return set(table.seats).difference(leaving(visit), table.forfeited)


def _follow(table: RoundTable, shown: TableOutcome) -> bool:
    """Whether the places of a result are those that follow from its scores."""
    try:
        by_score = checked(table, (), shown.scores, shown.forfeited, shown.resigned)
    except BadResult:
        return False
    return by_score.places == shown.places


def result_rows(visit: Visit, *, forfeits: bool) -> list[tuple[str, list[str]]]:
    """The fields of each seat, under its name."""
    table = the_table(visit)
    kinds = ("score", "place", "out") if forfeits else ("score", "place")
    return [
        (visit.holder(table, one), [f"{kind}-{index}" for kind in kinds])
        for index, one in enumerate(table.seats)
    ]


def result_given(visit: Visit, data: Data) -> GivenResult:
    """What was filled in: places where there are any, or the scores alone. Raises ValidationError.

    A forfeited seat needs no place and has no score, unless that is how it was stored.
    """
    seats = the_table(visit).seats
    places = [data[f"place-{index}"] for index in range(len(seats))]
    scores = [data[f"score-{index}"] for index in range(len(seats))]
    out = [one for index, one in enumerate(seats) if data.get(f"out-{index}")]
    known = any(score is not None for score in scores)
    _check_forfeits(the_table(visit), scores, out)
    if len(out) == len(seats):
        return GivenResult([1] * len(seats), [], out)
    if any(places):
        for index, one in enumerate(seats):
            if places[index] is None and one not in out:
                raise ValidationError(
                    {f"place-{index}": _("Give every seat a place, or none and the scores.")}
                )
        last = len(seats) + 1
        order = [place if place is not None else last for place in places]
        return GivenResult(ranked_places([-one for one in order]), scores if known else [], out)
    return GivenResult([], scores if known else [], out)


def _check_forfeits(
    table: RoundTable, scores: Sequence[int | None], out: Collection[EntrantId]
) -> None:
    """Raises ValidationError where somebody is said to have forfeited, and a score is new."""
    stored = table.result
    for index, one in enumerate(table.seats):
        kept = stored.score(index) if stored and one in stored.forfeited else None
        if one in out and scores[index] not in (None, kept):
            text = _("Who forfeited has no score: empty it, or take the tick away.")
            raise ValidationError({f"score-{index}": text})


def places_changed(visit: Visit, data: Data) -> str:
    """How places are recorded that were filled in otherwise, such as 1, 1, 2; else empty."""
    table, given = the_table(visit), result_given(visit, data)
    filled = [data[f"place-{index}"] for index in range(len(table.seats))]
    if not any(filled) or all(
        one in (None, place) for one, place in zip(filled, given.places, strict=True)
    ):
        return ""
    ranking = sorted(zip(given.places, map(visit.name, table.seats), strict=True))
    return gettext("%(table)s is recorded like this: %(places)s.") % {
        "table": table_title(visit.state, table.id),
        "places": ", ".join(f"{place}. {name}" for place, name in ranking),
    }


def noted_of(visit: Visit, data: Data) -> list[str]:
    """What to look at in a result that was sent: places put right, and scores below 0."""
    changed = places_changed(visit, data)
    found = [changed, str(RANKED)] if changed else []
    scores = [data[f"score-{index}"] for index in range(len(the_table(visit).seats))]
    if any(score is not None and score < 0 for score in scores):
        text = gettext(
            "%(table)s has a score below 0, which only an auction of clans can bring: look whether"
            " it is right."
        )
        found.append(text % {"table": table_title(visit.state, the_table(visit).id)})
    return found


def changes_nothing(visit: Visit, given: GivenResult) -> bool:
    """Whether a table has this result already. Raises BadResult for what is none."""
    table = the_table(visit)
    if table.result is None or not (given.places or given.scores):
        return False
    now = table.result
    new = checked(table, given.places, given.scores, given.forfeited, now.resigned)
    return (new.places, new.scores, set(new.forfeited)) == (
        now.places,
        now.scores,
        set(now.forfeited),
    )


class ResultAction(Action):
    """One that sends a result; places that cannot stand as they were sent are put right."""

    page = "tournament_table"

    def noted(self, visit: Visit, data: Data) -> Text:
        """How places are recorded, if otherwise, and what is odd."""
        return " ".join(noted_of(visit, data))


class RecordResult(ResultAction):
    """A director enters the result."""

    name = "record"
    title = _("Enter the result")
    button = _("Enter the result")
    done = _("The result counts.")
    hint = _(
        "Give the scores, or the places: who ties shares a place, and the next one stays empty (1,"
        " 2, 2, 4). Who forfeited comes last and needs neither."
    )

    def hint_for(self, visit: Visit) -> Text:
        """What scores are good for, too, and what becomes of a game that runs."""
        beside = IN_PLACE if game_runs(visit, the_table(visit)) else ""
        return f"{self.hint} {SCORES} {beside}".strip()

    def offered(self, visit: Visit) -> bool:
        """A table without a result; if its game still runs, after the deadline."""
        table = the_table(visit)
        open_ = table.result is None and visit.state.phase == "running"
        return open_ and not awaits_game(visit, table)

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Scores, places, forfeits."""
        report = the_table(visit).report
        return result_fields(visit, report.result if report else None, forfeits=True)

    def rows(self, visit: Visit) -> list[tuple[str, list[str]]]:
        """By seat."""
        return result_rows(visit, forfeits=True)

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Record it."""
        assert visit.user is not None
        given = result_given(visit, data)
        services.record_result(
            tournament_id=visit.id,
            user=visit.user,
            table=the_table(visit).id,
            places=given.places,
            scores=given.scores,
            forfeited=given.forfeited,
            now=now,
        )


class RulingAction(Action):
    """A decision of a director, with its reason."""

    done = _("The ruling counts, and is listed with its reason.")
    page = "tournament_table"

    def reason(self) -> dict[str, forms.Field]:
        """Why."""
        return {"reason": reason_field()}


class CorrectResult(RulingAction, ResultAction):
    """Correct a result."""

    name = "rule"
    title = _("Correct the result by a ruling")
    button = _("Make the ruling")
    hint = _(
        "The old result stays in the log. Give the scores, or the places: who ties shares a place,"
        " and the next one stays empty (1, 2, 2, 4). Who forfeited comes last and needs neither."
    )

    def hint_for(self, visit: Visit) -> Text:
        """What scores are good for, too, and that no draw follows the new result."""
        return f"{self.hint} {SCORES} {drawn_since(visit, the_table(visit).round)}".strip()

    def offered(self, visit: Visit) -> bool:
        """A table with a result, while the tournament runs and after its end."""
        return the_table(visit).result is not None and visit.state.phase in ("running", "finished")

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Scores, places, forfeits, and why."""
        return {
            **result_fields(visit, the_table(visit).result, forfeits=True),
            **self.reason(),
        }

    def rows(self, visit: Visit) -> list[tuple[str, list[str]]]:
        """By seat."""
        return result_rows(visit, forfeits=True)

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Rule."""
        assert visit.user is not None
        given = result_given(visit, data)
        if changes_nothing(visit, given):
            raise ValidationError(_("Nothing was changed: the table has this result already."))
        services.rule(
            tournament_id=visit.id,
            user=visit.user,
            table=the_table(visit).id,
            reason=data["reason"],
            places=given.places,
            scores=given.scores,
            forfeited=given.forfeited,
            now=now,
        )
