"""Paths of what stands around the table: rules, help, notes, orders, tokens."""

from django.urls import path

from web.pages.site import heads_views as heads
from web.pages.site import rules_views as rules
from web.pages.site import tokens_views as tokens
from web.pages.table import chat_views as chat
from web.pages.table import handing_views as handing
from web.pages.table import notes_views as notes
from web.pages.table import orders_views as orders

urlpatterns = [
    path("rules/", rules.contents, name="rules"),
    path("rules/<str:rule_id>/", rules.rule, name="rule"),
    path("heads/", heads.heads, name="heads"),
    path("help/", rules.help_page, name="help"),
    path("profile/orders/", orders.overview, name="orders"),
    path("profile/tokens/", tokens.tokens_page, name="tokens"),
    path("profile/tokens/<int:token_id>/revoke/", tokens.revoke, name="token_revoke"),
    path("games/<uuid:game_id>/chat/", chat.chat, name="chat"),
    path("games/<uuid:game_id>/seat/", handing.hand_over, name="hand_over"),
    path("games/<uuid:game_id>/seat/withdraw/", handing.withdraw, name="withdraw_offer"),
    path("games/<uuid:game_id>/resign/", handing.resign, name="resign"),
    path("games/<uuid:game_id>/abandon/", handing.abandon, name="abandon"),
    path("games/<uuid:game_id>/offer/", handing.offer, name="offer"),
    path("games/<uuid:game_id>/offer/decline/", handing.decline, name="decline_offer"),
    path("games/<uuid:game_id>/notes/", notes.notes, name="notes"),
    path("games/<uuid:game_id>/order/", orders.order, name="order"),
]
