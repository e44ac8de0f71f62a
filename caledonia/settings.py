"""All settings, driven by the environment; the defaults are those of a public server.

``CALEDONIA_DEV=1`` (what ``make run`` says) is the only way to debug pages, plain HTTP and a secret
key made up on the spot. ``docs/settings.md`` lists every variable; a test compares the two.
"""

import os
import re
from pathlib import Path

import dj_database_url
from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured

from api.settings import REST_FRAMEWORK, SPECTACULAR_SETTINGS, number
from caledonia import logs

__all__ = ["REST_FRAMEWORK", "SPECTACULAR_SETTINGS"]

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
# Keys that stand in somebody's repository.
PUBLISHED = ("django-insecure-", "development-only-", "change-me", "replace-me")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def flag(name: str, default: bool) -> bool:
    """The yes or no of an environment variable; anything else refuses to start."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def words(name: str) -> list[str]:
    """The comma-separated words of an environment variable."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def seconds(name: str, default: int) -> int:
    """The whole seconds, 1 or more, of an environment variable; anything else refuses to start."""
    value = os.environ.get(name, "").strip() or str(default)
    if value.isascii() and value.isdigit() and 0 < int(value) < 10**6:
        return int(value)
    raise ImproperlyConfigured(f"{name} must be whole seconds, 1 or more, not {value!r}")


def site_url(default: str) -> str:
    """The address of this site, without a slash at the end; anything else refuses to start."""
    value = (os.environ.get("SITE_URL", "").strip() or default).rstrip("/")
    if re.fullmatch(r"https?://[^/\s]+", value):
        return value
    raise ImproperlyConfigured(
        f"SITE_URL must be an address such as https://caledonia.example.org, not {value!r}"
    )


def log_level(name: str, default: str) -> str:
    """The level of an environment variable; anything else refuses to start."""
    value = os.environ.get(name, "").strip().upper() or default
    if value in LEVELS:
        return value
    raise ImproperlyConfigured(f"{name} must be one of {', '.join(LEVELS)}, not {value!r}")


def log_format(name: str, default: str) -> str:
    """The format of an environment variable; anything else refuses to start."""
    value = os.environ.get(name, "").strip().lower() or default
    if value in logs.FORMATS:
        return value
    raise ImproperlyConfigured(f"{name} must be one of {', '.join(logs.FORMATS)}, not {value!r}")


def check_secret(name: str, value: str, *, shortest: int) -> None:
    """Refuse to start with a secret that somebody could guess or look up."""
    if len(value) < shortest or len(set(value)) < 10 or value.startswith(PUBLISHED):
        raise ImproperlyConfigured(
            f"{name} is weak: give it {shortest} random characters or more, such as "
            "python -c 'import secrets; print(secrets.token_urlsafe(50))' prints."
        )


DEV = flag("CALEDONIA_DEV", default=False)
DEBUG = DEV
HTTPS = flag("HTTPS", default=not DEV)
REDIS_URL = os.environ.get("REDIS_URL", "").strip()
# Without Redis, tasks run inside the request that asks for them.
EMBEDDED = not REDIS_URL
# Sets apart the queues and cache keys of installations that share one Redis.
NAMESPACE = os.environ.get("CALEDONIA_NAMESPACE", "").strip() or "caledonia"

SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if not DEV:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Give it 50 random characters or more, "
            "or set CALEDONIA_DEV=1 on a machine of your own."
        )
    SECRET_KEY = "development-only-" + "not-a-secret-" * 4
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
# Who may read the metrics; without it nobody can.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "").strip()
# Where a worker answers for its metrics; a web process has an address already.
METRICS_PORT = number("METRICS_PORT", 0)
if not DEV:
    check_secret("SECRET_KEY", SECRET_KEY, shortest=50)
    for fallback in SECRET_KEY_FALLBACKS:
        check_secret("SECRET_KEY_FALLBACKS", fallback, shortest=50)
    if METRICS_TOKEN:
        check_secret("METRICS_TOKEN", METRICS_TOKEN, shortest=20)

ALLOWED_HOSTS = words("ALLOWED_HOSTS") or (["localhost", "127.0.0.1", "[::1]"] if DEV else [])
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    # How long ago something was, in the cases that languages have for it.
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games",
    "replays",
    "api",
    "web",
]

MIDDLEWARE = [
    # Outermost: everything below has the request's id.
    "caledonia.middleware.RequestMiddleware",
    # Above what looks at hosts and at HTTPS: a probe comes by address.
    "caledonia.middleware.ProbeMiddleware",
    "caledonia.middleware.PolicyMiddleware",
    # It also answers for the middleware below it.
    "api.middleware.ProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "web.middleware.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "web.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.SeenMiddleware",
    "web.middleware.DatabaseMiddleware",
]

ROOT_URLCONF = "caledonia.urls"
WSGI_APPLICATION = "caledonia.wsgi.application"
ASGI_APPLICATION = "caledonia.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Game -----------------------------------------------------------------------------------------

# A directory with the values of one's own printed game; running games keep theirs.
CONTENT_PACK = os.environ.get("CONTENT_PACK", "").strip()

# --- Database -----------------------------------------------------------------------------------

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL", "").strip() or f"sqlite:///{VAR_DIR / 'db.sqlite3'}",
        conn_max_age=600,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(exist_ok=True)
    # A transaction that reads first and writes later cannot wait for its turn, it just fails with
    # "database is locked"; IMMEDIATE takes the turn at the start.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # Nobody waits without an end: not for a server that does not answer, not for a lock, and not
    # for a transaction whose process or machine is gone. DATABASE_URL may say otherwise.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 5,
        "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=120s",
        **DATABASES["default"].get("OPTIONS", {}),
    }
if not DEV and DATABASES["default"].get("PASSWORD") in PUBLISHED:
    raise ImproperlyConfigured("DATABASE_URL has the password of an example: make one of your own.")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Cache, tasks -------------------------------------------------------------------------------

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "KEY_PREFIX": NAMESPACE,
        "OPTIONS": {"MAX_ENTRIES": 2000},
    }
    if EMBEDDED
    else {
        "BACKEND": "games.wary.WaryRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": NAMESPACE,
        # A cache that hangs is worse than none.
        "OPTIONS": {
            "socket_connect_timeout": 2,
            "socket_timeout": 2,
            # Nobody who can write to Redis runs code here.
            "serializer": "games.cached.PlainSerializer",
        },
    }
}

CELERY_TASK_ALWAYS_EAGER = EMBEDDED
# Without workers, what follows a move made on a page is done by a thread once it is answered.
BACKGROUND_TASKS = True
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = NAMESPACE
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
# A task that dies with its worker is given to another one; every task here may run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 300
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A broker may be away for hours, or full; neither is a reason for a worker to give up.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 3,
    "visibility_timeout": 900,
}
# The move is stored when its task is sent: better leave the task to the sweep than let a player
# wait for a broker that is down.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# How often the sweep looks for games that have waited for the server for half of that time.
SWEEP_SECONDS = seconds("SWEEP_SECONDS", 60)
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": float(SWEEP_SECONDS),
        # They do not pile up while no worker runs. Clocks may differ, so it is not less.
        "options": {"expires": max(SWEEP_SECONDS, 60)},
    },
    "sweep-validations": {
        "task": "replays.tasks.sweep_validations",
        "schedule": crontab(minute="*"),
    },
    "mail-turns": {
        "task": "web.tasks.mail_turns",
        "schedule": crontab(minute="*"),
        "options": {"expires": 60},
    },
    "sweep-results": {"task": "replays.tasks.sweep_results", "schedule": crontab(minute="*/10")},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")

# --- Streams ------------------------------------------------------------------------------------

# Of one user, or of one address without an account, and of all together; in each process.
STREAMS_PER_USER = number("STREAMS_PER_USER", 10)
STREAMS_PER_PROCESS = number("STREAMS_PER_PROCESS", 800)
# Proxies close what is silent for a minute.
STREAM_HEARTBEAT_SECONDS = seconds("STREAM_HEARTBEAT_SECONDS", 15)
# How long a subscriber may read nothing of what was sent.
STREAM_WRITE_SECONDS = seconds("STREAM_WRITE_SECONDS", 20)
# How often the log is looked at when nothing is heard of it.
STREAM_POLL_SECONDS = seconds("STREAM_POLL_SECONDS", 10)
# Under WSGI a stream that waits takes a thread: so many of a process may do that.
STREAM_WAITERS = number("STREAM_WAITERS", 1)

# --- Users, security ----------------------------------------------------------------------------

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "web:login"
LOGIN_REDIRECT_URL = "web:front"
LOGOUT_REDIRECT_URL = "web:front"

SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
# Only behind a proxy that sets this header itself: otherwise any client could.
if flag("TRUST_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
# A link that resets a password works for so long.
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600
# No request of this API comes near it; a longer body is refused unread.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576

# --- Mail ---------------------------------------------------------------------------------------

EMAIL_HOST = os.environ.get("EMAIL_HOST", "").strip()
# Without a mail server, mail is written to the console.
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = number("EMAIL_PORT", 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "").strip()
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS", default=True)
# A page waits for it.
EMAIL_TIMEOUT = 10
# Links in mail begin with it: who writes one has no request to read it off.
SITE_URL = site_url(
    f"{'https' if HTTPS else 'http'}://"
    f"{(ALLOWED_HOSTS or ['localhost'])[0].lstrip('.').replace('*', 'localhost')}"
)
# How long a game has waited before its player gets mail, and how far apart two of them are.
TURN_MAIL_AFTER_SECONDS = seconds("TURN_MAIL_AFTER_SECONDS", 15 * 60)
TURN_MAIL_EVERY_SECONDS = seconds("TURN_MAIL_EVERY_SECONDS", 60 * 60)
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "").strip() or "Caledonia <caledonia@localhost>"

# --- Language, time, files ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語"), ("pl", "polski")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEV
        else "caledonia.hashing.HashedFiles"
    },
}
# In development the files are served from where they lie, without collectstatic.
WHITENOISE_USE_FINDERS = DEV

# --- Logging ------------------------------------------------------------------------------------

LOG_FORMAT = log_format("LOG_FORMAT", "plain" if DEV else "json")
LOGGING = logs.configuration(LOG_FORMAT, log_level("LOG_LEVEL", "INFO"))
