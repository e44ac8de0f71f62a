"""Digests of the images that docker-compose.yml and the Dockerfile name, beside their tags.

``python -m release.pin`` asks the registry for each ``name:tag``. Where it answers, the line
becomes ``name:tag@sha256:...``; where it does not, the line stays as it is and the reason is
printed. Exit status: 0 when every image has the digest that the registry says, 3 when one could
not be asked.
"""

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

PINNED: Final = 0
COULD_NOT_ASK: Final = 3
REGISTRY: Final = "https://registry-1.docker.io"
FILES: Final = ("docker-compose.yml", "Dockerfile")
IMAGE: Final = re.compile(
    r"(?P<before>^\s*(?:image:|FROM)\s+)(?P<name>[a-z0-9./-]+):(?P<tag>[\w.-]+)"
    r"(?:@(?P<digest>sha256:[0-9a-f]{64}))?(?=\s|$)",
    re.MULTILINE,
)
DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")
# An index of all architectures comes first: its digest is the same on every machine.
ACCEPTED: Final = (
    "application/vnd.oci.image.index.v1+json, "
    "application/vnd.docker.distribution.manifest.list.v2+json, "
    "application/vnd.oci.image.manifest.v1+json, "
    "application/vnd.docker.distribution.manifest.v2+json"
)
CHALLENGE: Final = re.compile(r'(\w+)="([^"]*)"')
TIMEOUT_SECONDS: Final = 20


class CouldNotAsk(Exception):
    """The registry said no digest; says why."""


def digest(registry: str, name: str, tag: str) -> str:
    """The digest that a registry has under a tag. Raises CouldNotAsk."""
    path = name if "/" in name else f"library/{name}"
    address = f"{registry}/v2/{path}/manifests/{tag}"
    try:
        try:
            said = head(address, token="")
        except urllib.error.HTTPError as error:
            if error.code != 401:
                raise
            said = head(address, token=token(error.headers.get("WWW-Authenticate", "")))
    except (OSError, HTTPException, ValueError, KeyError) as error:
        raise CouldNotAsk(str(error)) from None
    if not DIGEST.fullmatch(said):
        raise CouldNotAsk(f"the registry says no digest but {said!r}")
    return said


def head(address: str, *, token: str) -> str:
    """The digest in the headers of a manifest. Raises OSError, HTTPException."""
    headers = {"Accept": ACCEPTED} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(address, method="HEAD", headers=headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
        return str(answer.headers.get("Docker-Content-Digest", ""))


def token(challenge: str) -> str:
    """The anonymous token that a registry wants. Raises OSError, ValueError, KeyError."""
    wanted = dict(CHALLENGE.findall(challenge))
    query = urlencode({key: wanted[key] for key in ("service", "scope") if key in wanted})
    address = f"{wanted['realm']}?{query}"
    with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
        return str(json.load(answer)["token"])


def pin(text: str, digests: dict[str, str]) -> str:
    """A file with the digests of those images that have one here."""

    def pinned(found: re.Match[str]) -> str:
        image = f"{found['name']}:{found['tag']}"
        known = digests.get(image)
        return f"{found['before']}{image}@{known}" if known else found[0]

    return IMAGE.sub(pinned, text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask for every image, and write the digests."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--registry", default=REGISTRY)
    parser.add_argument("--folder", type=Path, default=Path())
    chosen = parser.parse_args(arguments)
    files = {path: path.read_text() for path in (chosen.folder / name for name in FILES)}
    named = [each for text in files.values() for each in IMAGE.finditer(text)]
    images = {(each["name"], each["tag"]) for each in named}
    digests: dict[str, str] = {}
    for name, tag in sorted(images):
        try:
            digests[f"{name}:{tag}"] = digest(chosen.registry, name, tag)
        except CouldNotAsk as error:
            print(f"{name}:{tag} is left as it is: {error}")
        else:
            print(f"{name}:{tag}@{digests[f'{name}:{tag}']}")
    for path, text in files.items():
        path.write_text(pin(text, digests))
    return PINNED if len(digests) == len(images) else COULD_NOT_ASK


if __name__ == "__main__":
    sys.exit(main())
