"""Settings of the REST framework and of the OpenAPI description."""

import os
import re

from django.core.exceptions import ImproperlyConfigured


def rate(name: str, default: str) -> str:
    """The calls per period of an environment variable; anything else refuses to start."""
    value = os.environ.get(name, "").strip() or default
    if re.fullmatch(r"[1-9][0-9]*/(s|sec|m|min|h|hour|d|day)", value):
        return value
    raise ImproperlyConfigured(
        f"{name} must be calls per s, min, hour or day, such as {default}, not {value!r}"
    )


def number(name: str, default: int) -> int:
    """The whole number, 0 or more, of an environment variable; anything else refuses to start."""
    value = os.environ.get(name, "").strip() or str(default)
    if re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    raise ImproperlyConfigured(f"{name} must be a whole number, 0 or more, not {value!r}")


REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.BearerAuthentication",
        "api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.JSONBytesParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_METADATA_CLASS": None,
    # "format" in a query is as unknown as any other word.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_THROTTLE_CLASSES": [
        "api.throttling.WindowThrottle",
        "api.throttling.AddressThrottle",
    ],
    # Four bots that share nothing play a whole game in seconds; a person never comes near this.
    "DEFAULT_THROTTLE_RATES": {
        "read": rate("THROTTLE_READ", "6000/min"),
        "write": rate("THROTTLE_WRITE", "3000/min"),
        # All users of one address together.
        "read-address": rate("THROTTLE_READ_ADDRESS", "30000/min"),
        "write-address": rate("THROTTLE_WRITE_ADDRESS", "15000/min"),
        "anonymous": rate("THROTTLE_ANONYMOUS", "600/min"),
        "sign-in": rate("THROTTLE_SIGN_IN", "20/min"),
        "sign-in-user": rate("THROTTLE_SIGN_IN_USER", "60/hour"),
        # Messages to chats, on the pages.
        "chat": rate("THROTTLE_CHAT", "20/min"),
        # Seats offered to others, on the pages.
        "offer": rate("THROTTLE_OFFER", "20/hour"),
        # Each decides a whole game again.
        "validation": rate("THROTTLE_VALIDATION", "12/min"),
        # Hundreds of games at a time.
        "export": rate("THROTTLE_EXPORT", "20/min"),
        "import": rate("THROTTLE_IMPORT", "30/min"),
    },
    # How many proxies may be believed about the address of a caller.
    "NUM_PROXIES": number("NUM_PROXIES", 0),
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.exception_handler",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Caledonia",
    "DESCRIPTION": (
        "Games of Clans of Caledonia as append-only streams of events. Sign in with an API token "
        "(`Authorization: Bearer …`); the first one comes from `POST /api/v1/tokens` with your "
        "user name and password (HTTP Basic). All errors are problem details (RFC 9457)."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["api.schema.add_components"],
}
