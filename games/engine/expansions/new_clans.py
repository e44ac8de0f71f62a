"""New clans: those of Industria join those of the base game. (IND-SETUP-02, CLAN)"""

from typing import ClassVar

from games.engine.clans.base import Clan
from games.engine.clans.douglas import Douglas, MerchantsBoxed
from games.engine.clans.gordon import Gordon
from games.engine.clans.macfarlane import MacFarlane
from games.engine.clans.macgregor import MacGregor
from games.engine.clans.mackintosh import Mackintosh
from games.engine.clans.macpherson import MacPherson
from games.engine.clans.sinclair import Sinclair
from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion
from games.engine.options import Options
from games.engine.options.option_info import Switch
from games.engine.terms import gettext_noop


class NewClans(Expansion):
    """They are shuffled into the supply; as many pairs as ever lie in the draft."""

    name: ClassVar[str] = "new_clans"
    label: ClassVar[str] = gettext_noop("New clans")
    summary: ClassVar[str] = gettext_noop("Clans of Industria join the draft.")
    clans: ClassVar[tuple[Clan, ...]] = (
        Mackintosh(),
        MacFarlane(),
        MacPherson(),
        MacGregor(),
        Gordon(),
        Sinclair(),
        Douglas(),
    )
    effects = (MerchantsBoxed,)
    switches: ClassVar[tuple[Switch, ...]] = (
        Switch(
            "mackintosh_per_worker",
            "EDN-20",
            gettext_noop("Whether clan Mackintosh is paid for each of its workers beside a unit."),
            (False, True),
            changes="clans/mackintosh",
            group="expansion",
        ),
        Switch(
            "clan_sets",
            "IND-SETUP-02",
            gettext_noop(
                "With the new clans, whether the clans of the base game are drawn too, or those of "
                "Industria alone."
            ),
            ("both", "industria"),
            group="expansion",
        ),
        Switch(
            "grazing_moves_both",
            "EDN-22",
            gettext_noop(
                "Whether with clan MacGregor a second unit on the space of a grazing sheep moves "
                "with it."
            ),
            (False, True),
            changes="clans/macgregor",
            group="expansion",
        ),
    )

    def check_options(self, options: Options, content: Content) -> None:
        if not {clan.name for clan in self.clans} & set(content.clans):
            message = gettext_noop("this content pack has no new clans")
            raise InvalidOptions("expansions", message, rule="IND-SETUP-02")
