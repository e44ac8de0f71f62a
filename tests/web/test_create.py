"""The form of a new table: made from the list of options, refused with reasons."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from msgspec.json import decode

from games import engine
from games.engine.expansions import by_name
from games.models import Game
from tests.marks import first_of
from tests.rules import rule
from tests.web.conftest import user_of
from web.pages.options import form as option_form
from web.pages.options import option_labels

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

HERE = "/games/new/"


def sent(**changes: str) -> dict[str, str]:
    """What a browser sends of the untouched form for two, with some changes; "-" leaves one out."""
    plain = {"players": "2", "visibility": "public", "name": "", "seat2": ""}
    for info in option_form.infos():
        if info.kind != "list" and info.name not in option_form.BY_EDITION:
            value = option_form.word(info.default)
            if info.name != "players" and value != "false":
                plain[info.name] = value
    return {name: value for name, value in {**plain, **changes}.items() if value != "-"}


def options_of(client: Client, **changes: str) -> engine.Options:
    """The options of the game that the form makes."""
    made = client.post(HERE, sent(**changes))
    assert made.status_code == 302, made.content.decode()
    return decode(Game.objects.get().options, type=engine.Options)


def test_only_for_who_is_signed_in(stranger: Client) -> None:
    assert stranger.get(HERE).headers["Location"] == f"/login/?next={HERE}"


def test_every_module_says_what_it_adds(anna: Client) -> None:
    text = anna.get(HERE).content.decode()
    for expansion in by_name().values():
        assert expansion.summary, expansion.name
        assert text.count(escape(expansion.summary)) == 1


@rule("VAR-00", "OPT-10")
def test_every_option_is_in_the_form(anna: Client) -> None:
    text = anna.get(HERE).content.decode()
    for info in option_form.infos():
        assert f'name="{info.name}"' in text, info.name
        assert info.name in option_labels.TITLES, info.name
        for value in info.values:
            if info.kind == "choice":
                assert f'value="{value}"' in text


def test_every_preset_has_a_name(anna: Client) -> None:
    text = anna.get(HERE).content.decode()
    for preset in engine.option_list.PRESETS:
        assert preset.name in option_labels.PRESETS
        assert f'href="?preset={preset.name}"' in text


def test_every_control_has_a_label(anna: Client) -> None:
    text = anna.get(HERE).content.decode()
    labelled = set(re.findall(r'<label for="([^"]+)"', text))
    controls = re.findall(r"<(?:input|select)[^>]*>", text)
    ids = [re.search(r' id="([^"]+)"', one) for one in controls if 'type="hidden"' not in one]
    assert ids
    for found in ids:
        assert found is not None
        assert found[1] in labelled


def test_untouched_form_is_the_plain_game(anna: Client) -> None:
    assert options_of(anna) == engine.Options(players=2)
    game = Game.objects.get()
    assert game.name == "Table of anna"
    assert game.status == "open"
    assert [seat.user for seat in game.seats.all()] == [user_of(anna)]


def test_choices_arrive(anna: Client) -> None:
    made = options_of(
        anna, players="4", clans="-", imports="static", starting_prices="rolled", port3_goods="3"
    )
    assert made == engine.Options(
        players=4, clans=False, imports="static", starting_prices="rolled", port3_goods=3
    )


@rule("OPT-11")
def test_an_edition_sets_what_is_left_to_it(anna: Client) -> None:
    made = options_of(anna, edition="rules-2017", bid_limit="30")
    assert made.kickstarter is False
    assert made.neighbourhood_cap == "event"
    assert made.bid_limit == 30


@rule("OPT-11")
@pytest.mark.parametrize("preset", ["", "rules-2017"])
def test_switches_are_left_to_the_edition(anna: Client, preset: str) -> None:
    """Otherwise another edition, chosen in the form, would set nothing."""
    text = anna.get(HERE, {"preset": preset}).content.decode()
    for name in option_form.BY_EDITION:
        select = text.partition(f'<select name="{name}"')[2].partition("</select>")[0]
        assert '<option value="" selected>' in select, name


@pytest.mark.parametrize("preset", first_of(one.name for one in engine.option_list.PRESETS))
def test_a_preset_fills_the_form(anna: Client, preset: str) -> None:
    """What the form then sends makes the game that the preset describes."""
    text = anna.get(HERE, {"preset": preset}).content.decode()
    assert re.search(rf'href="\?preset={preset}"[^>]*aria-current', text)
    fields = dict.fromkeys(
        re.findall(r'name="([a-z_0-9]+)" value="true"[^>]* checked', text), "true"
    )
    for name, body in re.findall(r'<select name="([a-z_0-9]+)"(.*?)</select>', text, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', body)
        fields[name] = chosen[1] if chosen else ""
    fields["players"] = "2"
    assert anna.post(HERE, fields).status_code == 302
    made = decode(Game.objects.get().options, type=engine.Options)
    given = {"players": 2, **option_form.of_preset(preset)}
    assert made == engine.options.decode(given, sides=[])


def test_map_by_modules(anna: Client) -> None:
    chosen = {**sent(), "map": ["A1", "B2", "C1", "D2"]}
    assert anna.post(HERE, chosen).status_code == 302
    made = decode(Game.objects.get().options, type=engine.Options)
    assert made.map == ["A1", "B2", "C1", "D2"]
    half = anna.post(HERE, {**sent(), "map": ["A1", "", "", ""]})
    assert half.status_code == 422
    assert "name one side of each module" in half.content.decode()


@rule("VAR-00")
def test_what_does_not_go_together_is_refused_with_both_names(anna: Client) -> None:
    page = anna.post(HERE, sent(auction="open", clans="-"))
    assert page.status_code == 422
    text = page.content.decode()
    alert = text.partition('role="alert"')[2].partition("</div>")[0]
    refusal = "“Auction: open bids” does not go with “Clans: no”."
    assert alert.count(refusal) == 1
    assert 'href="#id-auction"' in alert
    for name in ("auction", "clans"):
        (field,) = re.findall(rf'<[^>]* id="id-{name}"[^>]*>', text)
        assert f'aria-describedby="hint-{name} error-{name}"' in field
        assert 'aria-invalid="true"' in field
        assert refusal in text.partition(f'id="error-{name}"')[2].partition("</ul>")[0]
    assert '<option value="open" selected>' in text
    assert not Game.objects.exists()


@rule("VAR-00")
def test_every_exclusion_is_explained(anna: Client) -> None:
    text = anna.get(HERE).content.decode()
    for info in option_form.infos():
        if info.group != "players":
            part = text.partition(f'id="option-{info.name}"')[2].partition('id="option-')[0]
            assert part.count("data-with=") == len(info.excludes)


@pytest.mark.parametrize("changes", [{"players": "7"}, {"imports": "<b>"}, {"players": "-"}])
def test_nonsense_is_refused_or_left_out(anna: Client, changes: dict[str, str]) -> None:
    page = anna.post(HERE, sent(**changes))
    assert page.status_code in (302, 422)
    assert b"<b>" not in page.content


def test_names_are_checked(anna: Client) -> None:
    page = anna.post(HERE, sent(name="a" * 101))
    assert page.status_code == 422
    text = page.content.decode()
    assert "at most 100 characters" in text.partition('id="name-error"')[2].partition("</ul>")[0]
    assert 'href="#table-name"' in text
    assert 'aria-describedby="name-error"' in text


def test_problems_lead_to_what_is_there(anna: Client) -> None:
    for changes in ({"map": "A1"}, {"players": "7"}, {"auction": "open", "clans": "-"}):
        text = anna.post(HERE, sent(**changes)).content.decode()
        alert = text.partition('id="problems"')[2].partition("</div>")[0]
        targets = re.findall(r'href="#([^"]+)"', alert)
        assert targets
        for target in targets:
            assert f' id="{target}"' in text


def test_bots_fill_the_table_and_it_starts(anna: Client) -> None:
    made = anna.post(HERE, sent(players="3", seat2="steward", seat3="random", seat4="random"))
    game = Game.objects.get()
    assert made.headers["Location"] == reverse("web:table", args=[game.pk])
    assert game.status == "running"
    assert [seat.bot for seat in game.seats.all()] == ["", "steward", "random"]


def test_a_free_seat_waits(anna: Client) -> None:
    anna.post(HERE, sent(players="3", seat2="", seat3="steward", visibility="private"))
    game = Game.objects.get()
    assert (game.status, game.visibility) == ("open", "private")
    assert [seat.bot for seat in game.seats.all()] == ["", "steward"]


def test_the_solo_game_starts_at_once(anna: Client) -> None:
    anna.post(HERE, sent(players="1"))
    assert Game.objects.get().status == "running"


@rule("VAR-NEWBIE-02")
@pytest.mark.parametrize("players", ["1", "3"])
def test_who_plays_bots_alone_is_asked_which_clans_before_the_start(
    anna: Client, players: str
) -> None:
    wanted = sent(players=players, seat2="steward", seat3="random", clan_experience="by_player")
    page = anna.post(HERE, wanted, follow=True)
    game = Game.objects.get()
    assert game.status == "open"
    assert game.seats.count() == int(players)
    assert "Choose which clans you want" in str(*page.context["messages"])
    text = page.content.decode()
    assert 'id="experience"' in text
    start = reverse("web:start", args=[game.pk])
    assert f'action="{start}"' in text
    anna.post(reverse("web:experience", args=[game.pk]), {"experience": "easier"})
    anna.post(start)
    game.refresh_from_db()
    assert game.status == "running"
    assert decode(game.options, type=engine.Options).experience[0] == "easier"


def test_unknown_bots_and_visibilities_are_left_out(anna: Client) -> None:
    anna.post(HERE, sent(seat2="robot", visibility="secret"))
    game = Game.objects.get()
    assert (game.seats.count(), game.visibility) == (1, "public")


def test_defaults_are_what_the_untouched_form_sends(anna: Client) -> None:
    """By them the page knows which options were changed."""
    text = anna.get(HERE).content.decode()
    assert text.count('<details class="card section">') == len(option_labels.GROUPS)
    assert 'data-option="covered" data-default=""' in text
    assert 'data-option="kickstarter" data-default=""' in text
    assert 'data-option="clans" data-default="true"' in text
