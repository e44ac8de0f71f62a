"""Settings of the REST framework and of the OpenAPI description."""

from games.runtime.environment import number, rate

# Counted in the database, for the pages and the API together.
ATTEMPT_RATES = {
    "sign-in": rate("THROTTLE_SIGN_IN", "20/min"),
    "sign-in-user": rate("THROTTLE_SIGN_IN_USER", "60/hour"),
    # Of six digits, three codes are good at any moment: these are far fewer than passwords.
    "second-factor": rate("THROTTLE_SECOND_FACTOR", "10/hour"),
    # To one address, and by one user.
    "mail": rate("THROTTLE_MAIL", "10/day"),
    "sign-up": rate("THROTTLE_SIGN_UP", "20/day"),
}

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
        "api.throttling.RequestThrottle",
    ],
    # Four bots that share nothing play a whole game in seconds; a person never comes near this.
    "DEFAULT_THROTTLE_RATES": {
        "read": rate("THROTTLE_READ", "6000/min"),
        "write": rate("THROTTLE_WRITE", "3000/min"),
        # All users of one address together.
        "read-address": rate("THROTTLE_READ_ADDRESS", "30000/min"),
        "write-address": rate("THROTTLE_WRITE_ADDRESS", "15000/min"),
        "anonymous": rate("THROTTLE_ANONYMOUS", "600/min"),
        # Pages for anonymous visitors, by address: a class or a café that watches has one.
        "pages": rate("THROTTLE_PAGES", "1200/min"),
        # Messages to chats, on the pages.
        "chat": rate("THROTTLE_CHAT", "20/min"),
        # Seats offered to others, on the pages.
        "offer": rate("THROTTLE_OFFER", "20/hour"),
        # Pictures and animations of games, on the pages: a picture takes a second to draw.
        "picture": rate("THROTTLE_PICTURE", "60/min"),
        # Animations that are to be drawn: a few seconds each.
        "animation": rate("THROTTLE_ANIMATION", "10/min"),
        # Each decides a whole game again.
        "validation": rate("THROTTLE_VALIDATION", "12/min"),
        # Draws of tournaments and previews of them; one of 128 players takes two seconds.
        "draw": rate("THROTTLE_DRAW", "12/min"),
        # Hundreds of games at a time.
        "export": rate("THROTTLE_EXPORT", "20/min"),
        "import": rate("THROTTLE_IMPORT", "30/min"),
    },
    # How many proxies may be believed about the address of a caller.
    "NUM_PROXIES": number("NUM_PROXIES", 0, most=20),
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.exception_handler",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Caledonia",
    "DESCRIPTION": (
        "Games of Clans of Caledonia as append-only streams of events. Sign in with an API token "
        "(`Authorization: Bearer …`); the first one comes from `POST /api/v1/tokens` with your "
        "user name and password (HTTP Basic); an account with two-step sign-in also needs a code, "
        "in the header `OTP`. Tokens have scopes and expire. After too many wrong passwords for a "
        "name, passwords get 429; its tokens go on working. All errors are problem details "
        "(RFC 9457)."
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
