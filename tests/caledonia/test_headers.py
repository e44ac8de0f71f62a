"""Headers that keep browsers from doing what no page of ours wants."""

import pytest
from django.test import Client, override_settings

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

SAME = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/api/docs", "/api/schema", "/api/v1/games", "/api/v1/me"]
)
def test_every_answer_has_them(path: str) -> None:
    answered = Client().get(path)
    for name, value in SAME.items():
        assert answered.headers[name] == value, name
    policy = answered.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
@override_settings(SECURE_HSTS_SECONDS=31_536_000, SECURE_HSTS_INCLUDE_SUBDOMAINS=True)
def test_https_is_remembered() -> None:
    answered = Client().get("/", secure=True)
    assert answered.headers["Strict-Transport-Security"].startswith("max-age=31536000")


@pytest.mark.django_db
def test_pages_keep_to_the_policy() -> None:
    """Nothing inline, nothing from elsewhere: the browser would leave it out."""
    for path in ("/", "/nothing", "/api/docs"):
        text = Client().get(path).content.decode()
        for inline in (" style=", "<style", " onclick=", "<script>", 'src="http', "javascript:"):
            assert inline not in text, f"{path}: {inline}"
