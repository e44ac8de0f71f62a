"""Paths of tournaments."""

from django.urls import path

from web.pages.tournaments import act_views as acts
from web.pages.tournaments import direct_views as direct
from web.pages.tournaments import views

ONE = "tournaments/<uuid:tournament_id>/"

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", direct.create, name="tournament_new"),
    path(ONE, views.tournament, name="tournament"),
    path(ONE + "invite/<str:code>/", views.invite, name="tournament_invite"),
    path(ONE + "rounds/", views.rounds, name="tournament_rounds"),
    path(ONE + "standings/", views.standings_page, name="tournament_standings"),
    path(ONE + "cross/", views.cross, name="tournament_cross"),
    path(ONE + "entrants/", views.entrants, name="tournament_entrants"),
    path(ONE + "rulings/", views.rulings_page, name="tournament_rulings"),
    path(ONE + "about/", views.about, name="tournament_about"),
    path(ONE + "tables/<int:table>/", views.table, name="tournament_table"),
    path(
        ONE + "tables/<int:table>/do/<slug:action>/",
        acts.act_at_table,
        name="tournament_table_act",
    ),
    path(ONE + "direct/", direct.direct, name="tournament_direct"),
    path(ONE + "direct/edit/", direct.edit, name="tournament_edit"),
    path(ONE + "direct/results/", direct.results, name="tournament_results"),
    path(ONE + "print/", views.print_page, name="tournament_print"),
    path(ONE + "direct/draw/", direct.draw, name="tournament_draw"),
    path(ONE + "do/<slug:action>/", acts.act, name="tournament_act"),
]
