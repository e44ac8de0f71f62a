"""Paths of other pages: rules, explanations, help, notes, orders, tokens."""

from django.urls import path

from web.pages.guide import views as guide
from web.pages.share import views as share
from web.pages.site import heads_views as heads
from web.pages.site import rules_views as rules
from web.pages.site import tokens_views as tokens
from web.pages.table import chat_views as chat
from web.pages.table import leaving_views as leaving
from web.pages.table import notes_views as notes
from web.pages.table import orders_views as orders
from web.pages.table import rematch_views as again

urlpatterns = [
    path("rules/", rules.contents, name="rules"),
    path("rules/<str:rule_id>/", rules.rule, name="rule"),
    path("guide/<str:pack_hash>/<slug:topic_id>/", guide.topic, name="topic"),
    path("guide/<str:pack_hash>/<slug:topic_id>/<slug:language>/", guide.part, name="topic_part"),
    path("heads/", heads.heads, name="heads"),
    path("help/", rules.help_page, name="help"),
    path("help/organisers/", rules.organisers, name="organisers"),
    path("profile/orders/", orders.overview, name="orders"),
    path("profile/tokens/", tokens.tokens_page, name="tokens"),
    path("profile/tokens/<int:token_id>/revoke/", tokens.revoke, name="token_revoke"),
    path("games/<uuid:game_id>/chat/", chat.chat, name="chat"),
    path("games/<uuid:game_id>/seat/", leaving.hand_over, name="hand_over"),
    path("games/<uuid:game_id>/seat/withdraw/", leaving.withdraw, name="withdraw_offer"),
    path("games/<uuid:game_id>/resign/", leaving.resign, name="resign"),
    path("games/<uuid:game_id>/abandon/", leaving.abandon, name="abandon"),
    path("games/<uuid:game_id>/offer/", leaving.offer, name="offer"),
    path("games/<uuid:game_id>/offer/decline/", leaving.decline, name="decline_offer"),
    path("games/<uuid:game_id>/picture.png", share.picture, name="picture"),
    path("games/<uuid:game_id>/replay.gif", share.animation, name="animation"),
    path("games/<uuid:game_id>/share/", share.share, name="share"),
    path("games/<uuid:game_id>/rematch/", again.rematch, name="rematch"),
    path("games/<uuid:game_id>/notes/", notes.notes, name="notes"),
    path("games/<uuid:game_id>/order/", orders.order, name="order"),
]
