"""What is printed on tiles, for the catalogues of translations.

The engine has these texts and knows no languages; extracting messages only sees literals. A test
holds that every text of the engine stands here.
"""

from typing import Final

from django.utils.translation import gettext_noop

CLANS: Final = (
    gettext_noop("You have two export boxes."),
    gettext_noop("One action may take up to two contracts and one may fulfil up to two."),
    gettext_noop("Your building bonus turns up six contracts, of which you may take two."),
    gettext_noop("You settle the cost of contracts once in a turn, however many you obtain in it."),
    gettext_noop("The buildings of each type cost £3, £4, £4 and £5 less, in order."),
    gettext_noop("At the end of each production you may discard any number of milk for £8 each."),
    gettext_noop("You start with shipping across two lochs (across one loch with 1 or 2 players)."),
    gettext_noop("You place three first workers, all on border spaces."),
    gettext_noop(
        "Your eight workers are all alike: each costs £6, earns £4 and may stand on "
        "forest, on mountain or, as a fisherman, on a loch; two fishermen are never "
        "adjacent."
    ),
    gettext_noop("Before your main action you may row one fisherman to an adjacent empty loch."),
    gettext_noop("You start with shipping across rivers with 1 or 2 players."),
    gettext_noop("You can never flip technology tiles."),
    gettext_noop(
        "When you fulfil a contract that gives hops, you may discard up to as much grain,"
        " three at most, for £9 each."
    ),
    gettext_noop("You receive £3 for each whisky that you make."),
    gettext_noop(
        "At the end of production you may put one whisky made in it into your cellar. At "
        "the beginning of production barrels move one space to the right and out at the "
        "end."
    ),
    gettext_noop(
        "A barrel that leaves the cellar pays what its space shows. You may take it out "
        "at any time in your turn."
    ),
    gettext_noop("Deploying on a river delta costs £3 less in all (£2 with 1 or 2 players)."),
    gettext_noop("That holds for your first workers too."),
    gettext_noop("You start with five merchants ready and with shipping across rivers."),
    gettext_noop("Every trade of one good brings you £1, which you may spend on that very trade."),
)
"""The abilities of the clans."""

PORTS: Final = (
    gettext_noop("Fulfil a contract with one slaughtered animal fewer."),
    gettext_noop("Discard a basic good to gain three basic goods of your choice."),
    gettext_noop("Discard a processed good to gain two processed goods of your choice."),
    gettext_noop("Gain 3 Glory and one bonus upgrade."),
    gettext_noop("Receive £10."),
    gettext_noop("Move the price of a good three steps up or down, then trade that good."),
    gettext_noop(
        "Exchange two of your units on the map, no fields, for two of other kinds from your board."
    ),
    gettext_noop("Receive £5; with an empty export box you may use a building bonus."),
    gettext_noop("Pay £3 for the effect of another port tile of this game."),
)
"""The port tiles."""

SCORING: Final = (
    gettext_noop("1 Glory for each basic good in stock."),
    gettext_noop("3 Glory for every two processed goods."),
    gettext_noop("1 Glory for each animal and building, 2 for each field."),
    gettext_noop("2 Glory for each deployed worker."),
    gettext_noop("3 Glory for every two units on the border."),
    gettext_noop("1 Glory for each cotton, tobacco and sugar cane."),
    gettext_noop("2 Glory for each beef and mutton delivered."),
    gettext_noop("1 Glory for each upgrade."),
    gettext_noop("2 Glory for each unit on land of £5 or £6."),
    gettext_noop("3 Glory for each unit on the border."),
    gettext_noop("1 Glory for each beef and mutton delivered."),
)
"""The scoring tiles, and two of them as options change them."""
