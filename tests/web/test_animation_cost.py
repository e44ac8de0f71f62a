"""What animated replays of finished games may cost, and how they are queued."""

import os
import sys
import time
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.runtime import bounded_process
from tests.replays.tables import played_out
from tests.web.animations import card, gif
from web import tasks
from web.models import Animation, Picture
from web.pages.share import animation, drawings, making

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]


def instead(monkeypatch: pytest.MonkeyPatch, script: str, **limits: float) -> None:
    """Have another process draw, with the same limits but for some."""
    begin = (
        "import os, sys, time\n"
        "from games.runtime.bounded_process import bound\n"
        "bound(cpu_seconds=int(sys.argv[1]), memory=int(sys.argv[2]))\n"
    )
    monkeypatch.setattr(animation, "COMMAND", (sys.executable, "-c", begin + script))
    monkeypatch.setattr(animation, "LIMITS", msgspec.structs.replace(animation.LIMITS, **limits))


@pytest.mark.long
@pytest.mark.parametrize(
    ("script", "limits"),
    [
        ("while True: pass", {"cpu_seconds": 1, "seconds": 600}),
        ("time.sleep(600)", {"seconds": 0.5}),
        ("x = b' ' * 2**30", {}),
        ("os.abort()", {}),
    ],
    ids=["computing time", "time", "memory", "crash"],
)
def test_what_takes_too_much_is_stopped_and_not_tried_again_for_a_while(
    over: Game,
    stranger: Client,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    limits: dict[str, float],
) -> None:
    instead(monkeypatch, script, **limits)
    began = time.monotonic()
    assert card(stranger, over)
    assert time.monotonic() - began < 120, "by the limit of 600 s, not by its own"
    monkeypatch.setattr(animation, "COMMAND", ("no-such-program",))
    assert card(stranger, over), "it is not even started"
    now = timezone.now()
    assert making.ANIMATIONS.standing(over, now) == "later"
    assert not making.ANIMATIONS.ask(over.pk, now + drawings.DRAWN_AGAIN_AFTER / 2)
    monkeypatch.undo()
    later = now + drawings.DRAWN_AGAIN_AFTER
    assert making.ANIMATIONS.standing(over, later) == "missing"
    assert making.ANIMATIONS.make(over.pk, lambda: later)


def test_the_process_is_gone_when_its_time_is_up(
    over: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    note = tmp_path / "pid"
    script = f"open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    monkeypatch.setattr(animation, "COMMAND", (sys.executable, "-c", f"import os, time; {script}"))
    # Where other tests run, it may take longer until the process has begun.
    for seconds in (2.0, 8.0, 32.0):
        limits = msgspec.structs.replace(animation.LIMITS, seconds=seconds)
        monkeypatch.setattr(animation, "LIMITS", limits)
        with pytest.raises(bounded_process.OutOfBounds):
            animation.animation(over)
        if note.exists() and note.read_text():
            break
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_the_process_knows_neither_django_nor_a_secret() -> None:
    """And it has the least of the work of a worker: its limits hold for what is costly."""
    script = (
        "import sys, os, web.pages.share.animation_process\n"
        "assert not {'django', 'psycopg', 'redis', 'celery'} & set(sys.modules)\n"
        "print(sorted(os.environ))"
    )
    said = bounded_process.run((sys.executable, "-c", script), b"", animation.LIMITS)
    assert b"SECRET_KEY" not in said
    assert b"DATABASE_URL" not in said


def test_the_process_bounds_itself(over: Game) -> None:
    """Less than it has before it draws anything."""
    little = msgspec.structs.replace(animation.LIMITS, memory=20 * 2**20)
    job = msgspec.msgpack.encode(animation.job_of(over))
    with pytest.raises(bounded_process.ProcessFailed):
        bounded_process.run(animation.COMMAND, job, little)


def test_one_that_is_too_large_is_not_kept(
    over: Game, stranger: Client, monkeypatch: pytest.MonkeyPatch, quick_animations: list[Game]
) -> None:
    monkeypatch.setattr(making.ANIMATIONS, "most_bytes", 21)
    assert card(stranger, over)
    assert card(stranger, over)
    assert len(quick_animations) == 1
    assert bytes(Animation.objects.get().data) == b""


def test_the_oldest_go(
    over: Game, stranger: Client, monkeypatch: pytest.MonkeyPatch, quick_animations: list[Game]
) -> None:
    monkeypatch.setattr(making.ANIMATIONS, "kept", 1)
    newer = played_out([User.objects.get(username="chris"), User.objects.create_user("eve")]).game
    for game in (over, newer):
        gif(stranger, game)
    assert [one.game_id for one in Animation.objects.all()] == [newer.pk]


@pytest.mark.long
def test_many_who_ask_at_once_cause_one_task(
    over: Game,
    stranger: Client,
    drawings_sent: list[bool],
    quick_animations: list[Game],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And who looks again while it is drawn has not asked for another one."""
    counted: list[bool] = []
    monkeypatch.setattr(
        "web.pages.share.views.count_animation", lambda _: counted.append(True) or 0
    )
    for number in range(15):
        asking = Client(REMOTE_ADDR=f"10.0.0.{number}")
        assert card(asking, over)
        assert asking.get(f"/games/{over.pk}/share/?play").status_code == 200
    assert len(drawings_sent) == len(counted) == 1
    tasks.draw_games()
    tasks.draw_games()
    assert len(quick_animations) == 1
    assert gif(stranger, over).startswith(b"GIF")
    assert len(drawings_sent) == 1, "nothing else waits"


@pytest.mark.long
def test_pictures_are_drawn_first(
    over: Game, drawings_sent: list[bool], quick_animations: list[Game]
) -> None:
    """Links show them; each task draws one, so that none takes long."""
    chris = User.objects.get(username="chris")
    other = played_out([chris, User.objects.create_user("eve")]).game
    tasks.ask_for(making.ANIMATIONS, over.pk)
    tasks.ask_for(making.PICTURES, other.pk)
    tasks.draw_games()
    assert (Picture.objects.get().game_id, quick_animations) == (other.pk, [])
    assert len(drawings_sent) == 3, "two were asked for, the first one sends the task of the second"
    tasks.draw_games()
    assert len(quick_animations) == 1


def test_pictures_do_not_hold_up_an_animation_for_ever(
    over: Game, quick_animations: list[Game]
) -> None:
    chris = User.objects.get(username="chris")
    other = played_out([chris, User.objects.create_user("eve")]).game
    now = timezone.now()
    making.ANIMATIONS.ask(over.pk, now)
    making.PICTURES.ask(other.pk, now + making.PATIENCE / 2)
    assert making.draw_next(lambda: now + making.PATIENCE * 1.2)
    assert (quick_animations, making.PICTURES.made(other)) == ([over], None)


def test_one_that_fails_keeps_nobody_waiting(
    over: Game, drawings_sent: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    chris = User.objects.get(username="chris")
    other = played_out([chris, User.objects.create_user("eve")]).game
    for game in (over, other):
        tasks.ask_for(making.ANIMATIONS, game.pk)
    monkeypatch.setattr(making.ANIMATIONS, "_draw", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tasks.draw_games()
    assert len(drawings_sent) == 3
    assert making.ANIMATIONS.standing(over, timezone.now()) == "later"
    monkeypatch.setattr(making.ANIMATIONS, "_draw", lambda _: b"GIF")
    tasks.draw_games()
    assert [bool(one.data) for one in Animation.objects.order_by("pk")] == [False, True]


def test_a_worker_that_is_killed_holds_nothing(
    over: Game,
    drawings_sent: list[bool],
    quick_animations: list[Game],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next task passes it by; who asks again a minute later has it drawn."""
    now = timezone.now()
    assert making.ANIMATIONS.ask(over.pk, now)
    killed = {"begun_at": now}  # and that is all that the worker has left
    Animation.objects.update(**killed)
    assert not making.draw_next(lambda: now)
    assert not quick_animations
    assert not making.ANIMATIONS.ask(over.pk, now)
    later = now + drawings.ASKED_AGAIN_AFTER
    assert making.ANIMATIONS.ask(over.pk, later)
    assert not making.draw_next(lambda: later)
    assert len(quick_animations) == 1


def test_one_that_ends_with_its_worker_can_be_asked_for_at_once(
    over: Game, drawings_sent: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shut_down(_: Game) -> bytes:
        raise SystemExit

    monkeypatch.setattr(making.ANIMATIONS, "_draw", shut_down)
    tasks.ask_for(making.ANIMATIONS, over.pk)
    with pytest.raises(SystemExit):
        making.draw_next(timezone.now)
    assert making.ANIMATIONS.ask(over.pk, timezone.now())


def test_the_task_is_ended_in_a_minute() -> None:
    assert tasks.draw_games.time_limit == tasks.DRAWING_SECONDS
    assert animation.LIMITS.seconds < tasks.DRAWING_SECONDS / 2


def test_who_has_many_drawn_waits(
    over: Game, stranger: Client, monkeypatch: pytest.MonkeyPatch, quick_animations: list[Game]
) -> None:
    """But not for one that is there."""
    monkeypatch.setattr("web.pages.share.views.count_animation", lambda _: 7)
    answer = stranger.get(f"/games/{over.pk}/replay.gif")
    assert (answer.status_code, answer["Retry-After"]) == (429, "7")
    page = stranger.get(f"/games/{over.pk}/share/?play")
    assert (page.status_code, page["Retry-After"]) == (429, "7")
    assert not quick_animations
    making.ANIMATIONS.make(over.pk, timezone.now)
    gif(stranger, over)


def test_they_count_with_pictures(
    over: Game, stranger: Client, monkeypatch: pytest.MonkeyPatch, quick_animations: list[Game]
) -> None:
    monkeypatch.setattr("web.pages.share.views.count_picture", lambda _: 7)
    for path in ("replay.gif", "share/"):
        answer = stranger.get(f"/games/{over.pk}/{path}")
        assert (answer.status_code, answer["Retry-After"]) == (429, "7")
