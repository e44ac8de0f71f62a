"""Compressed answers: the same when unpacked, of a random length, and only where they are asked."""

import gzip

import pytest
from django.http import HttpResponse

from tests.marks import in_one_test
from web.compression import MOST_RANDOM, SHORTEST, compress, packed_at_random_length

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LONG = b"heather and peat " * 40


def answer(content: bytes = LONG, **headers: str) -> HttpResponse:
    return HttpResponse(content, headers=headers)


def test_it_unpacks_to_the_same_and_says_so() -> None:
    response = answer(ETag='"one"')
    compress(response, "br, gzip;q=0.5")
    assert gzip.decompress(response.content) == LONG
    assert response.headers["Content-Length"] == str(len(response.content))
    assert response.headers["Content-Encoding"] == "gzip"
    assert (response.headers["ETag"], response.headers["Vary"]) == ('W/"one"', "Accept-Encoding")


@in_one_test(
    ("response", "accepted", "varies"),
    [
        (answer(), "br", True),
        (answer(b"x" * (SHORTEST - 1)), "gzip", False),
        (answer(bytes(range(256))), "gzip", True),
        (answer(**{"Content-Encoding": "br"}), "gzip", False),
    ],
)
def test_what_would_not_become_shorter_or_is_not_asked_for_stays(
    response: HttpResponse, accepted: str, varies: bool
) -> None:
    before, kind = response.content, response.headers.get("Content-Encoding")
    compress(response, accepted)
    assert (response.content, response.headers.get("Content-Encoding")) == (before, kind)
    assert ("Vary" in response.headers) == varies


def test_equal_answers_have_many_lengths() -> None:
    lengths = {len(packed_at_random_length(LONG)) for _ in range(600)}
    assert len(lengths) > MOST_RANDOM // 2
    assert max(lengths) - min(lengths) <= MOST_RANDOM
