"""All settings, driven by the environment; the defaults are those of a public server.

``CALEDONIA_DEV=1`` (what ``make run`` says) is the only way to debug pages, plain HTTP and a secret
key made up on the spot. ``docs/settings.md`` lists every variable; a test compares the two.
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from api.settings import ATTEMPT_RATES, REST_FRAMEWORK, SPECTACULAR_SETTINGS
from caledonia import addresses, connections, logs
from caledonia.queues import queues, routes
from caledonia.schedule import beat_schedule
from games.runtime import environment as env
from replays.heads.configuration import heads_key, heads_webhook

__all__ = ["ATTEMPT_RATES", "REST_FRAMEWORK", "SPECTACULAR_SETTINGS"]

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

DEV = env.flag("CALEDONIA_DEV", default=False)
DEBUG = DEV
HTTPS = env.flag("HTTPS", default=not DEV)
REDIS_URL = addresses.redis_url("REDIS_URL")
# Without Redis, threads of the server run tasks (``games.runtime.dispatch``).
EMBEDDED = not REDIS_URL
# Sets apart the queues and cache keys of installations that share one Redis.
NAMESPACE = env.identifier("CALEDONIA_NAMESPACE", "caledonia")

SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if not DEV:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Give it 50 random characters or more, "
            "or set CALEDONIA_DEV=1 on a machine of your own."
        )
    SECRET_KEY = "development-only-" + "not-a-secret-" * 4
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
# The token for the metrics; without it they are not served.
METRICS_TOKEN = env.token("METRICS_TOKEN")
# Where a worker answers for its metrics; a web process has an address already.
METRICS_PORT = env.port("METRICS_PORT", 0, least=0)
# A file that a worker touches as long as it takes tasks.
WORKER_HEARTBEAT = env.file("WORKER_HEARTBEAT")
if not DEV:
    env.check_secret("SECRET_KEY", SECRET_KEY, shortest=50)
    for fallback in SECRET_KEY_FALLBACKS:
        env.check_secret("SECRET_KEY_FALLBACKS", fallback, shortest=50)
    if METRICS_TOKEN:
        env.check_secret("METRICS_TOKEN", METRICS_TOKEN, shortest=20)

ALLOWED_HOSTS = addresses.hosts("ALLOWED_HOSTS") or (addresses.LOCAL if DEV else [])
CSRF_TRUSTED_ORIGINS = addresses.origins("CSRF_TRUSTED_ORIGINS")

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
    "tournaments",
    "api",
    "web",
]

MIDDLEWARE = [
    # Outermost: everything below has the request's id.
    "caledonia.middleware.RequestMiddleware",
    # Above what looks at hosts and at HTTPS: a probe comes by address.
    "caledonia.middleware.ProbeMiddleware",
    "caledonia.middleware.LongGameMiddleware",
    "caledonia.middleware.BackgroundMiddleware",
    # Above all that answers for itself: errors, redirects, static files.
    "caledonia.middleware.CachingMiddleware",
    "caledonia.middleware.PolicyMiddleware",
    # It also answers for the middleware below it.
    "api.middleware.ProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "web.middleware.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "caledonia.middleware.MissingFileMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "web.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "caledonia.middleware.UserMiddleware",
    "web.middleware.CountingMiddleware",
    # What looks into forms stands below.
    "web.middleware.FormMiddleware",
    "caledonia.middleware.DeviceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.SeenMiddleware",
    "web.middleware.DatabaseMiddleware",
    "web.middleware.RefusalMiddleware",
    "web.middleware.MissingMiddleware",
]

ROOT_URLCONF = "caledonia.urls"
WSGI_APPLICATION = "caledonia.wsgi.application"
ASGI_APPLICATION = "caledonia.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["web.templatetags.addresses"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Shares -------------------------------------------------------------------------------------

# Requests that a process answers at once: of one user, and of everybody at one address; 0 for any
# number. So many more wait for a moment, without a thread: of a user, and of the strangers at an
# address; and of all there who come with a session or a token.
REQUESTS_PER_USER = env.number("REQUESTS_PER_USER", 2)
REQUESTS_PER_ADDRESS = env.number("REQUESTS_PER_ADDRESS", 3)
REQUESTS_WAITING = env.number("REQUESTS_WAITING", 7)
REQUESTS_WAITING_ADDRESS = env.number("REQUESTS_WAITING_ADDRESS", 100)
# Seconds for which a request waits for others of its caller, and for a thread. Without services one
# person is the only caller, perhaps on a slow machine, and nobody waits behind them.
REQUESTS_WAIT_SECONDS = 10 if EMBEDDED else 1
# The same with a session or a token: everybody at a convention may check in at the same moment.
REQUESTS_WAIT_SIGNED_IN_SECONDS = 10 if EMBEDDED else 5
# Seconds of CPU of all processes: of one user, of all users of an address, of its strangers.
COMPUTING_RATES = {
    "user": env.rate("THROTTLE_CPU", "30/min"),
    "address": env.rate("THROTTLE_CPU_ADDRESS", "60/min"),
    "anonymous": env.rate("THROTTLE_CPU_ANONYMOUS", "20/min"),
}

# Seconds of CPU of all workers for bots and ends of rounds of one user's games, before those of
# others go first.
GAMES_COMPUTING_RATE = env.rate("THROTTLE_CPU_GAMES", "2/min")

# --- Games and quotas -----------------------------------------------------------------------------

# A directory with the values of one's own printed game; running games keep theirs.
CONTENT_PACK = env.directory("CONTENT_PACK")
# What one account may make, counted in the database.
MOST_OPEN_TABLES = env.number("MOST_OPEN_TABLES", 50)
TABLES_PER_HOUR = env.number("TABLES_PER_HOUR", 200)
FORKS_PER_HOUR = env.number("FORKS_PER_HOUR", 20)
MOST_TOURNAMENTS = env.number("MOST_TOURNAMENTS", 20)
TOURNAMENTS_PER_DAY = env.number("TOURNAMENTS_PER_DAY", 20)
TOURNAMENT_BYTES_PER_DAY = env.number("TOURNAMENT_BYTES_PER_DAY", 64 * 1024 * 1024)
UNDOS_PER_TURN = env.number("UNDOS_PER_TURN", 100)
EVENTS_PER_GAME = env.number("EVENTS_PER_GAME", 5000)
EVENTS_PER_DAY = env.number("EVENTS_PER_DAY", 100_000)
MESSAGES_PER_DAY = env.number("MESSAGES_PER_DAY", 1000)
MOST_BOT_GAMES = env.number("MOST_BOT_GAMES", 10)
# So long a stretch of a game bots play in one task, before other games have their turn.
BOT_MOVES_AT_ONCE = env.number("BOT_MOVES_AT_ONCE", 10, least=1)

# How long the idempotency key of a move is known at least.
MOVE_KEY_HOURS = env.number("MOVE_KEY_HOURS", 48, least=1, most=87_600)

# --- Imports ------------------------------------------------------------------------------------

# The process that reads a file of a user: seconds of CPU, seconds in all, MiB of address space.
IMPORT_CPU_SECONDS = env.seconds("IMPORT_CPU_SECONDS", 20)
IMPORT_SECONDS = env.seconds("IMPORT_SECONDS", 60, most=300)
IMPORT_MEMORY_MB = env.number("IMPORT_MEMORY_MB", 512, least=64, most=1_000_000)
# Of one user: bytes of files as they are sent, and files that are not stored or refused yet.
IMPORT_BYTES_PER_HOUR = env.number("IMPORT_BYTES_PER_HOUR", 50 * 1024 * 1024)
IMPORT_EVENTS_PER_HOUR = env.number("IMPORT_EVENTS_PER_HOUR", 50_000)
IMPORTED_EVENTS = env.number("IMPORTED_EVENTS", 200_000)
IMPORTED_PACK_BYTES = env.number("IMPORTED_PACK_BYTES", 1024 * 1024)
MOST_OPEN_IMPORTS = env.number("MOST_OPEN_IMPORTS", 3)
MOST_OPEN_VALIDATIONS = env.number("MOST_OPEN_VALIDATIONS", 3)
MOST_OPEN_JOBS_PER_ADDRESS = env.number("MOST_OPEN_JOBS_PER_ADDRESS", 6)
# Validations and imports that all workers together carry out at a time.
LONG_JOBS = env.number("LONG_JOBS", 1, least=1, most=1000)

# --- Signed heads -------------------------------------------------------------------------------

# The private key (Ed25519) that signs a head over all streams every day; without it none is.
HEADS_KEY = heads_key()
# Where heads go, so that the owner of the database cannot rewrite them alone.
HEADS_FILE = env.file("HEADS_FILE", away=True)
HEADS_WEBHOOK = heads_webhook()

# --- Database -----------------------------------------------------------------------------------

# Whether a pooler (PgBouncer) gives connections of it to transactions, not to clients.
DATABASE_POOLED = env.flag("DATABASE_POOLED", default=False)
DATABASES = {
    "default": connections.database("DATABASE_URL", VAR_DIR / "db.sqlite3", pooled=DATABASE_POOLED)
}
# A standby of it, for what may be read there.
if env.text("REPLICA_DATABASE_URL"):
    if DATABASES["default"]["ENGINE"] == connections.SQLITE:
        raise ImproperlyConfigured("REPLICA_DATABASE_URL needs a DATABASE_URL of PostgreSQL.")
    DATABASES["replica"] = connections.replica("REPLICA_DATABASE_URL")
    DATABASE_ROUTERS = ["games.replica.ReplicaRouter"]
# What web processes add to that (``caledonia.statements``): less than the proxy waits for them.
DATABASE_STATEMENT_SECONDS = env.seconds("DATABASE_STATEMENT_SECONDS", 15)
if not DEV and any(one.get("PASSWORD") in env.PUBLISHED for one in DATABASES.values()):
    raise ImproperlyConfigured("DATABASE_URL has the password of an example: make one of your own.")
if not DEV and urlsplit(REDIS_URL).password in env.PUBLISHED:
    raise ImproperlyConfigured("REDIS_URL has the password of an example: make one of your own.")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Cache, tasks -------------------------------------------------------------------------------

CACHES = {"default": connections.cache(REDIS_URL, NAMESPACE)}

CELERY_TASK_ALWAYS_EAGER = EMBEDDED
# Without workers, what follows a move made on a page is done by a thread once it is answered.
BACKGROUND_TASKS = True
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
# The first queue, for which people wait, and the others. A worker takes most from the first one.
CELERY_TASK_DEFAULT_QUEUE = NAMESPACE
CELERY_TASK_QUEUES = queues(NAMESPACE)
CELERY_TASK_ROUTES = routes(NAMESPACE)
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
CELERY_BROKER_TRANSPORT_OPTIONS = connections.broker_options(NAMESPACE)
# They come unsigned: caledonia.worker has neither these nor events, gossip and mingling.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_CONSUMER = "caledonia.worker:Consumer"
# The move is stored when its task is sent: better leave the task to the sweep than let a player
# wait for a broker that is down.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# How often the sweep looks for games that have waited for the server for half of that time.
SWEEP_SECONDS = env.seconds("SWEEP_SECONDS", 60)
CELERY_BEAT_SCHEDULE = beat_schedule(SWEEP_SECONDS)
CELERY_BEAT_SCHEDULER = "caledonia.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")

# --- Streams ------------------------------------------------------------------------------------

# Limits in each process: of one user (or of one address without an account), of one address with
# all its users, and in all.
STREAMS_PER_USER = env.number("STREAMS_PER_USER", 10, least=1)
STREAMS_PER_ADDRESS = env.number("STREAMS_PER_ADDRESS", 200, least=1)
STREAMS_PER_PROCESS = env.number("STREAMS_PER_PROCESS", 800, least=1)
# That wait to be opened at a time: of one address, and of all together.
STREAM_OPENINGS_PER_ADDRESS = env.number("STREAM_OPENINGS_PER_ADDRESS", 20, least=1)
STREAM_OPENINGS = env.number("STREAM_OPENINGS", 200, least=1)
# Proxies close what is silent for a minute.
STREAM_HEARTBEAT_SECONDS = env.seconds("STREAM_HEARTBEAT_SECONDS", 15)
# How long a subscriber may read nothing of what was sent.
STREAM_WRITE_SECONDS = env.seconds("STREAM_WRITE_SECONDS", 20)
# How often the log is polled without hints.
STREAM_POLL_SECONDS = env.seconds("STREAM_POLL_SECONDS", 10)
# Under WSGI a stream that waits takes a thread: so many of a process may do that.
STREAM_WAITERS = env.number("STREAM_WAITERS", 1)

# --- Users, security ----------------------------------------------------------------------------

# The first makes new ones; it is Django's, for two passwords of a process at a time.
PASSWORD_HASHERS = [
    "games.accounts.hashers.SharingHasher",
    "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.BCryptSHA256PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# How many days an API token lives: at most, and unless its owner says otherwise.
TOKEN_DAYS_MAX = env.days("TOKEN_DAYS_MAX", 365, most=3650)
TOKEN_DAYS = env.days("TOKEN_DAYS", min(365, TOKEN_DAYS_MAX), most=TOKEN_DAYS_MAX)
MESSAGE_STORAGE = "web.notices.FewMessages"
LOGIN_URL = "web:login"
LOGIN_REDIRECT_URL = "web:front"
LOGOUT_REDIRECT_URL = "web:front"

SESSION_ENGINE = "games.session_store"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
# Only behind a proxy that sets this header itself: otherwise any client could.
if env.flag("TRUST_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
# A link that resets a password works for so long.
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600
# The longest form is a page of notes; a longer one is refused unread. No form has a file.
DATA_UPLOAD_MAX_MEMORY_SIZE = 128 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# --- Mail ---------------------------------------------------------------------------------------

EMAIL_HOST = addresses.host("EMAIL_HOST")
# Without a mail server, mail is written to the console.
EMAIL_BACKEND = f"caledonia.smtp.{'Email' if EMAIL_HOST else 'Console'}Backend"
EMAIL_PORT = env.port("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=True)
# Of a connection, an answer or a piece of the mail; and of a mail as a whole, in seconds.
EMAIL_TIMEOUT, MAIL_SECONDS = 10, 20
# Links in mail begin with it: tasks that send mail have no request to read it off.
SITE_URL = addresses.site_of(ALLOWED_HOSTS, https=HTTPS, public=not DEV)
# How long a game has waited before its player gets mail, and how far apart two of them are.
TURN_MAIL_AFTER_SECONDS = env.seconds("TURN_MAIL_AFTER_SECONDS", 15 * 60)
TURN_MAIL_EVERY_SECONDS = env.seconds("TURN_MAIL_EVERY_SECONDS", 60 * 60)
DEFAULT_FROM_EMAIL = addresses.sender("EMAIL_FROM", "Caledonia <caledonia@localhost>")

# --- Language, time, files ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語"), ("pl", "polski")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "caledonia"
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
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "web.bundles.BundleFinder",
]
# In development the files are served from where they lie, without collectstatic.
WHITENOISE_USE_FINDERS = DEV

# --- Logging ------------------------------------------------------------------------------------

LOG_FORMAT = env.one_of("LOG_FORMAT", "plain" if DEV else "json", logs.FORMATS)
LOGGING = logs.configuration(LOG_FORMAT, env.one_of("LOG_LEVEL", "INFO", LEVELS))
