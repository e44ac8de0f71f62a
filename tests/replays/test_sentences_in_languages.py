"""The log in words in several languages, to others and in the second person."""

import pytest
from django.utils import translation

from games import engine
from replays.narration import language, sentence
from tests.marks import in_one_test
from tests.replays.telling import NAMES, public
from tests.scenario import scenario

pytestmark = pytest.mark.engine


def test_names_are_not_taken_for_anything_else() -> None:
    """A player may have the name of a placeholder."""
    table = scenario()
    before = engine.copy(table.state)
    table.when.play("hire")
    said = sentence(before, public(table.events[-1]), ["%(what)s %s", "b", "c"])
    assert said == "%(what)s %s hires a merchant for £4."


def test_words_are_remembered_by_language() -> None:
    minutes = "%(num)d minute", "%(num)d minutes"
    for name, yes, two in (("de", "Ja", "%(num)d Minuten"), ("en", "Yes", minutes[1])):
        with translation.override(name):
            assert (language.gettext("Yes"), language.ngettext(*minutes, 2)) == (yes, two)
            with language.one_language():
                assert (language.gettext("Yes"), language.ngettext(*minutes, 2)) == (yes, two)


def test_another_language_inside_of_a_sentence_leaves_nothing_behind() -> None:
    """What is kept for a language is in that language."""
    language._one.cache_clear()
    with translation.override("en"), language.one_language(), translation.override("de"):
        assert language.gettext("Yes") == "Yes"
    with translation.override("en"):
        assert language.gettext("Yes") == "Yes"


def test_a_sentence_is_in_the_language_that_is_active(monkeypatch: pytest.MonkeyPatch) -> None:
    table = scenario()
    before = engine.copy(table.state)
    table.when.play("hire")
    event = public(table.events[-1])
    known = {"de": {"%(who)s %(what)s.": "%(what)s, %(who)s!"}}
    monkeypatch.setattr(
        translation,
        "gettext",
        lambda message: known.get(str(translation.get_language()), {}).get(message, message),
    )
    language._one.cache_clear()
    try:
        english = sentence(before, event, NAMES)
        with translation.override("de"):
            assert sentence(before, event, NAMES) == "hires a merchant for £4, Ada!"
        assert sentence(before, event, NAMES) == english == "Ada hires a merchant for £4."
    finally:
        language._one.cache_clear()


def sentence_in(line: str, language: str, you: int | None) -> str:
    """The sentence of a move of Ada's, at a table where she can do much."""
    table = scenario(money=40).give("red", wool=5, milk=1).merchants("red", stock=6)
    table = table.put("red", "woodcutter B3").price("wool", 5)
    before = engine.copy(table.state)
    table.when.play(line)
    with translation.override(language):
        seat = None if you is None else engine.Seat(you)
        return sentence(before, public(table.events[-1]), NAMES, you=seat)


@in_one_test(
    ("line", "language", "you", "said"),
    [
        ("hire", "en", 0, "You hire a merchant for £4."),
        ("hire", "en", 1, "Ada hires a merchant for £4."),
        ("hire", "pl", 0, "Najmujesz kupca za 4 £."),
        ("pass", "ja", 0, "1番目にパスして£16を獲得。"),
        ("sell 1 wool", "en", 0, "You sell 1 wool for £5; the price of wool falls to £4."),
        ("sell 1 wool", "pl", 0, "Sprzedajesz 1 wełnę za 5 £; cena wełny spada do 4 £."),
        ("sell 2 wool", "pl", None, "Ada sprzedaje 2 wełny za 10 £; cena wełny spada do 4 £."),
        ("expand sheep B4", "pl", None, "Ada wystawia owcę na B4 za 10 £."),
        ("pass", "en", 0, "You pass first and receive £16."),
        ("pass", "pl", None, "Ada pasuje jako 1. i otrzymuje 16 £."),
    ],
)
def test_own_moves_and_inflected_words(
    line: str, language: str, you: int | None, said: str
) -> None:
    assert sentence_in(line, language, you).replace("\N{NO-BREAK SPACE}", " ") == said
