"""What the pages of the rules use."""

from django import template
from django.utils.safestring import SafeString

from web.pages.site import rules

register = template.Library()


@register.filter
def rule_text(text: str) -> SafeString:
    """The text of a rule with its marks and links."""
    return rules.html(text)


@register.filter
def rule_notes(text: str, label: str) -> SafeString:
    """A text between rules; ``label`` is what its tables are called."""
    return rules.notes(text, label)
