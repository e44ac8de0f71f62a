"""Messages that templates keep: they read as Django's own tag has them, in each language."""

import pytest
from django.template import Context, Engine, Template
from django.utils import translation

from web.templatetags import kept_i18n

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

DJANGO = Engine(libraries={"i18n": "django.templatetags.i18n"})
TAGS = [
    '{% translate "Money" %}',
    '{% trans "Money" %}',
    '{% translate "Money"|upper %}',
    '{% translate "Money" noop %}',
    '{% translate "Money" as found %}[{{ found }}]',
    '{% translate "May" context "abbr. month" %}',
    '{% translate "May" context kind %}',
    "{% translate name %}",
    '{% translate "100% <b>" %}',
    '{% autoescape off %}{% translate "100% <b>" %}{% endautoescape %}',
]


@pytest.mark.parametrize("tag", TAGS)
def test_a_message_reads_as_by_itself(tag: str) -> None:
    ours, theirs = (
        Template(f"{{% load kept_i18n %}}{tag}"),
        DJANGO.from_string("{% load i18n %}" + tag),
    )
    for language in ("en", "pl", "ja", "pl", "en"):
        with translation.override(language):
            for name, kind in (("Money", "x"), ("Goods", "abbr. month"), ("<b>", "x")):
                shown = {"name": name, "kind": kind}
                assert ours.render(Context(shown)) == theirs.render(Context(shown))


def test_a_fixed_message_is_looked_up_once_for_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Template('{% load kept_i18n %}{% translate "Money" %}')
    with translation.override("pl"):
        first = whole.render(Context())
        monkeypatch.setattr(kept_i18n.i18n.TranslateNode, "render", pytest.fail)
        assert whole.render(Context()) == first != "Money"


def test_all_tags_and_filters_of_django_are_there() -> None:
    django = kept_i18n.i18n.register
    assert set(django.tags) == set(kept_i18n.register.tags)
    assert set(django.filters) == set(kept_i18n.register.filters)
