"""Paths of the lobby: lists of games, making one, taking a seat."""

from django.urls import path

from web.pages.lobby import views as lobby
from web.pages.options import views as create
from web.pages.room import seed_word_views as words
from web.pages.room import views as waiting

urlpatterns = [
    path("", lobby.front, name="front"),
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", create.create, name="create"),
    path("games/quick/", create.quick, name="quick"),
    path("games/next/", lobby.next_game, name="next"),
    path("invite/<uuid:game_id>/<str:code>/", waiting.invite, name="invite"),
    path("games/<uuid:game_id>/room/", waiting.part, name="room"),
    path("games/<uuid:game_id>/join/", waiting.join, name="join"),
    path("games/<uuid:game_id>/leave/", waiting.leave, name="leave"),
    path("games/<uuid:game_id>/bots/", waiting.add_bot, name="add_bot"),
    path("games/<uuid:game_id>/bots/<int:seat>/remove/", waiting.remove_bot, name="remove_bot"),
    path("games/<uuid:game_id>/start/", waiting.start, name="start"),
    path("games/<uuid:game_id>/change/", waiting.change, name="change"),
    path("games/<uuid:game_id>/invite/", waiting.renew, name="renew_invite"),
    path("games/<uuid:game_id>/word/seal/", words.seal, name="seal_word"),
    path("games/<uuid:game_id>/word/open/", words.open_, name="open_word"),
    path("games/<uuid:game_id>/word/remove/", words.remove, name="remove_word"),
    path("games/<uuid:game_id>/experience/", waiting.experience, name="experience"),
    path("games/<uuid:game_id>/close/", waiting.close, name="close"),
]
