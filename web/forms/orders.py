"""The standing order of a seat, in plain words."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec.structs import asdict

from games import engine
from games.standing_orders import Keep, StandingOrder
from web.pages import clans

GOODS: Final = (
    ("", _("nothing")),
    ("cheese", _("cheese")),
    ("bread", _("bread")),
    ("whisky", _("whisky")),
)
PLACES: Final = ("first", "second", "third")


class OrderForm(forms.Form):
    """What to make first, second and third, what to keep, and what a clan may add."""

    first = forms.ChoiceField(label=_("Make first"), choices=GOODS, required=False)
    second = forms.ChoiceField(label=_("Then"), choices=GOODS, required=False)
    third = forms.ChoiceField(label=_("Then"), choices=GOODS, required=False)
    keep_milk = forms.IntegerField(
        label=_("Milk to keep"),
        min_value=0,
        max_value=99,
        initial=0,
        help_text=_("This much milk is kept, if you have it."),
    )
    keep_grain = forms.IntegerField(
        label=_("Grain to keep"),
        min_value=0,
        max_value=99,
        initial=0,
        help_text=_("This much grain is kept, if you have it."),
    )

    def __init__(self, clan: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own = clans.order_fields(clan)
        self.fields |= self.own

    @classmethod
    def of(cls, order: StandingOrder | None, clan: str) -> "OrderForm":
        """The form as it shows an order; an empty one where there is none."""
        if order is None:
            return cls(clan, initial={"first": "cheese", "second": "bread", "third": "whisky"})
        shown: dict[str, Any] = dict(zip(PLACES, order.order, strict=False))
        shown |= {"keep_milk": order.keep.milk, "keep_grain": order.keep.grain}
        shown |= asdict(order.clan)
        return cls(clan, initial=shown)

    def clean(self) -> dict[str, Any]:
        """Refuses a good that is named twice. Raises ValidationError."""
        data = super().clean() or self.cleaned_data
        named = self._named(data)
        if len(set(named)) != len(named):
            raise forms.ValidationError(_("Name each good only once."), code="twice")
        return data

    def order(self) -> StandingOrder:
        """The order of a form that is valid."""
        data = self.cleaned_data
        return StandingOrder(
            order=self._named(data),
            keep=Keep(milk=data["keep_milk"], grain=data["keep_grain"]),
            clan=engine.registry.current().choice_type(**{name: data[name] for name in self.own}),
        )

    @staticmethod
    def _named(data: dict[str, Any]) -> list[Any]:
        return [data[place] for place in PLACES if data.get(place)]
