"""The schedule of periodic tasks."""

from typing import Any, Final

from celery.schedules import crontab

Schedule = dict[str, dict[str, Any]]

FIXED: Final[Schedule] = {
    "sweep-validations": {
        "task": "replays.tasks.sweep_validations",
        "schedule": crontab(minute="*"),
        "options": {"expires": 3600},
    },
    "sweep-imports": {
        "task": "replays.tasks.sweep_imports",
        "schedule": crontab(minute="*"),
        "options": {"expires": 60},
    },
    "mail-turns": {
        "task": "web.tasks.mail_turns",
        "schedule": crontab(minute="*"),
        "options": {"expires": 60},
    },
    "forget-attempts": {
        "task": "games.tasks.forget_attempts",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 600},
    },
    "forget-sessions": {
        "task": "games.tasks.forget_sessions",
        "schedule": crontab(hour="4", minute="23"),
        "options": {"expires": 86_400},
    },
    "forget-receipts": {
        "task": "games.tasks.forget_receipts",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 600},
    },
    "forget-unseen": {
        "task": "games.tasks.forget_unseen",
        "schedule": crontab(minute="27"),
        "options": {"expires": 3600},
    },
    "forget-receipts-of-tournaments": {
        "task": "tournaments.tasks.forget_receipts",
        "schedule": crontab(hour="4", minute="33"),
        "options": {"expires": 86_400},
    },
    "sweep-account-mail": {
        "task": "web.tasks.sweep_account_mail",
        "schedule": crontab(minute="*"),
        "options": {"expires": 60},
    },
    "sign-head": {
        "task": "replays.tasks.sign_head",
        "schedule": crontab(hour="3", minute="17"),
        "options": {"expires": 86_400},
    },
    "deliver-heads": {
        "task": "replays.tasks.deliver_heads",
        "schedule": crontab(minute="47"),
        "options": {"expires": 3600},
    },
    "remind-of-deadlines": {
        "task": "tournaments.tasks.remind",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 600},
    },
    "sweep-tournaments": {
        "task": "tournaments.tasks.sweep_results",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 3600},
    },
    "sweep-results": {
        "task": "replays.tasks.sweep_results",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 3600},
    },
    "sweep-ratings": {
        "task": "tournaments.tasks.sweep_ratings",
        "schedule": crontab(minute="*"),
        "options": {"expires": 60},
    },
}
"""The tasks with fixed times. All expire, since they are sent again later anyway: a task that was
copied out of Redis cannot be put back for ever."""


def beat_schedule(sweep_seconds: int) -> Schedule:
    """The schedule for Celery; games are swept every ``sweep_seconds``."""
    sweep = {
        "task": "games.tasks.sweep",
        "schedule": float(sweep_seconds),
        # They do not pile up while no worker runs. Clocks may differ, so it is not less.
        "options": {"expires": max(sweep_seconds, 60)},
    }
    return {"sweep": sweep, **FIXED}
