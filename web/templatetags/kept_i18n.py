"""The tags of ``{% load kept_i18n %}``: Django's i18n, with messages that are looked up once.

A page has hundreds of fixed messages, and each is the same as on the page before. Catalogues do
not change while a process runs.
"""

from django import template
from django.template import Context
from django.template.base import FilterExpression, Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class KeptTranslateNode(i18n.TranslateNode):
    """A message, kept for each language where it stands in the template as it is."""

    def __init__(
        self,
        message: FilterExpression,
        noop: bool,
        asvar: str | None,
        message_context: FilterExpression | None,
    ) -> None:
        fixed = message_context is None or _is_fixed(message_context)
        self._fixed = _is_fixed(message) and fixed and not noop
        self._kept: dict[str | None, str] = {}
        super().__init__(message, noop, asvar, message_context)

    def render(self, context: Context) -> str:
        """The message, or nothing where it goes into a variable."""
        if not self._fixed:
            return super().render(context)
        language = get_language()
        found = self._kept.get(language)
        if found is None:
            shown = super().render(context)
            found = self._kept[language] = context[self.asvar] if self.asvar else shown
        if self.asvar is None:
            return found
        context[self.asvar] = found
        return ""


def _is_fixed(expression: FilterExpression) -> bool:
    return isinstance(expression.var, str) and not expression.filters


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> KeptTranslateNode:
    """A message in the language of the page."""
    node = i18n.do_translate(parser, token)
    # Django has made a variable of a message that stands there as it is.
    message = parser.compile_filter(token.split_contents()[1])
    return KeptTranslateNode(message, node.noop, node.asvar, node.message_context)
