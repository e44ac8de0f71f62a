"""Addresses of the API."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from api.shortcuts import kept_first
from api.views import (
    account,
    catalogue,
    export,
    fairness,
    fork,
    games,
    heads,
    imports,
    leaving,
    live,
    play,
    players,
    reading,
    rematch,
    replays,
    statistics,
    tournament_entrants,
    tournament_files,
    tournament_reports,
    tournament_rounds,
    tournament_standings,
    tournaments,
    validation,
)
from api.views.description import DescriptionView
from api.views.fallback import nothing_here

game = [
    path("state", kept_first(reading.STATE, reading.StateView.as_view()), name="state"),
    path("moves", kept_first(play.LEGAL_MOVES, play.MovesView.as_view()), name="moves"),
    path("join", games.JoinView.as_view(), name="join"),
    path("leave", games.LeaveView.as_view(), name="leave"),
    path("start", games.StartView.as_view(), name="start"),
    path("invite", games.InviteView.as_view(), name="invite"),
    path("resign", leaving.ResignView.as_view(), name="resign"),
    path("abandon", leaving.AbandonView.as_view(), name="abandon"),
    path("bots", games.BotsView.as_view(), name="bots"),
    path("bots/<int:seat>", games.BotView.as_view(), name="bot"),
    path("experience", games.ExperienceView.as_view(), name="experience"),
    path("word", fairness.WordView.as_view(), name="word"),
    path("map", reading.GameMapView.as_view(), name="map"),
    path("events", reading.EventsView.as_view(), name="events"),
    path("stream", live.StreamView.as_view(), name="stream"),
    path("rematch", rematch.RematchView.as_view(), name="rematch"),
    path("fork", fork.ForkView.as_view(), name="fork"),
    path("undo", play.UndoView.as_view(), name="undo"),
    path("standing-order", play.StandingOrderView.as_view(), name="standing-order"),
    path("max-bid", play.MaxBidView.as_view(), name="max-bid"),
    path("export", export.ExportView.as_view(), name="export"),
    path("fairness", fairness.FairnessView.as_view(), name="fairness"),
    path("head-proof", heads.HeadProofView.as_view(), name="head-proof"),
    path("validation", validation.GameValidationView.as_view(), name="validation"),
]

tournament = [
    path("open", tournaments.OpenView.as_view(), name="tournament-open"),
    path("cancel", tournaments.CancelView.as_view(), name="tournament-cancel"),
    path("finish", tournaments.FinishView.as_view(), name="tournament-finish"),
    path(
        "co-directors/accept", tournaments.AcceptDirectingView.as_view(), name="co-directors-accept"
    ),
    path("co-directors/leave", tournaments.StopDirectingView.as_view(), name="co-directors-leave"),
    path("register", tournament_entrants.RegisterView.as_view(), name="tournament-register"),
    path("withdraw", tournament_entrants.WithdrawView.as_view(), name="tournament-withdraw"),
    path("check-in", tournament_entrants.CheckInView.as_view(), name="tournament-check-in"),
    path("entrants", tournament_entrants.EntrantsView.as_view(), name="entrants"),
    path("entrants/csv", tournament_files.PlayersCsvView.as_view(), name="entrants-csv"),
    path("results/csv", tournament_files.ResultsCsvView.as_view(), name="results-csv"),
    path("export", tournament_files.TournamentExportView.as_view(), name="tournament-export"),
    path(
        "entrants/<int:entrant>/admit",
        tournament_entrants.EntrantAdmitView.as_view(),
        name="entrant-admit",
    ),
    path(
        "entrants/<int:entrant>/withdraw",
        tournament_entrants.EntrantWithdrawView.as_view(),
        name="entrant-withdraw",
    ),
    path(
        "entrants/<int:entrant>/check-in",
        tournament_entrants.EntrantCheckInView.as_view(),
        name="entrant-check-in",
    ),
    path(
        "entrants/<int:entrant>/substitute",
        tournament_entrants.SubstituteView.as_view(),
        name="entrant-substitute",
    ),
    path("draw", tournament_rounds.DrawView.as_view(), name="draw"),
    path("challenges", tournament_rounds.ChallengesView.as_view(), name="challenges"),
    path("rounds", tournament_rounds.RoundsView.as_view(), name="rounds"),
    path("tables", tournament_rounds.TablesView.as_view(), name="tables"),
    path("tables/<int:table>", tournament_rounds.TableView.as_view(), name="table"),
    path("tables/<int:table>/result", tournament_rounds.ResultView.as_view(), name="result"),
    path("tables/<int:table>/report", tournament_reports.ReportView.as_view(), name="report"),
    path("tables/<int:table>/confirm", tournament_reports.ConfirmView.as_view(), name="confirm"),
    path("reports/confirm", tournament_reports.ReportsView.as_view(), name="reports-confirm"),
    path("tables/<int:table>/ruling", tournament_rounds.RulingView.as_view(), name="ruling"),
    path("rulings", tournament_standings.RulingsView.as_view(), name="rulings"),
    path("standings", tournament_standings.StandingsView.as_view(), name="standings"),
    path("standings/explain", tournament_standings.ExplainView.as_view(), name="explain"),
    path("standings/changes", tournament_standings.ChangesView.as_view(), name="changes"),
    path("log", tournament_standings.LogView.as_view(), name="tournament-log"),
    path("head-proof", heads.TournamentHeadProofView.as_view(), name="tournament-head-proof"),
    path("stream", live.TournamentStreamView.as_view(), name="tournament-stream"),
]

v1: list[URLPattern | URLResolver] = [
    # Asked for by far the most, so found first; so are the first two of a game.
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>", kept_first(games.SUMMARY, games.GameView.as_view()), name="game"),
    path("games/<uuid:game_id>/", include(game)),
    path("me", account.MeView.as_view(), name="me"),
    path("me/stream", live.MyStreamView.as_view(), name="my-stream"),
    path("session", account.SessionView.as_view(), name="session"),
    path("tokens", account.TokensView.as_view(), name="tokens"),
    path("tokens/<int:token_id>", account.TokenView.as_view(), name="token"),
    path("options", catalogue.OptionsView.as_view(), name="options"),
    path("content/<str:pack_hash>", catalogue.ContentView.as_view(), name="content"),
    path("rules/<str:rule_id>", catalogue.RuleView.as_view(), name="rule"),
    path("heads", heads.HeadsView.as_view(), name="heads"),
    path("heads/<int:number>", heads.HeadView.as_view(), name="head"),
    path("heads/<int:number>/consistency", heads.ConsistencyView.as_view(), name="consistency"),
    path("tournaments", tournaments.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/formats", tournaments.FormatsView.as_view(), name="formats"),
    path(
        "tournaments/<uuid:tournament_id>", tournaments.TournamentView.as_view(), name="tournament"
    ),
    path("tournaments/<uuid:tournament_id>/", include(tournament)),
    path("replays/export", export.BulkExportView.as_view(), name="bulk-export"),
    path("replays/import", imports.ImportView.as_view(), name="import"),
    path("imports", imports.ImportsView.as_view(), name="imports"),
    path("imports/<uuid:import_id>", imports.ImportResultView.as_view(), name="import-result"),
    path("replays/<uuid:game_id>", replays.ContentsView.as_view(), name="replay"),
    path("replays/<uuid:game_id>/frames", replays.FramesView.as_view(), name="frames"),
    path(
        "replays/<uuid:game_id>/statistics", statistics.CourseView.as_view(), name="game-statistics"
    ),
    path("players/<path:name>", players.PlayerPageView.as_view(), name="player"),
    path(
        "tournaments/players/<path:name>",
        players.PlayerTournamentsView.as_view(),
        name="player-tournaments",
    ),
    path("ratings", players.RatingsView.as_view(), name="ratings"),
    path("ratings/<path:name>/history", players.RatingHistoryView.as_view(), name="rating-history"),
    path("statistics", statistics.TotalsView.as_view(), name="statistics"),
    path(
        "validations/<uuid:validation_id>",
        validation.ValidationView.as_view(),
        name="validation-result",
    ),
]

app_name = "api"
urlpatterns = [
    path("v1/", include(v1)),
    path("schema", DescriptionView.as_view(), name="schema"),
    path(
        "docs",
        SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"),
        name="docs",
    ),
    re_path("", nothing_here),
]
