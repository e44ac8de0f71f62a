"""What each service uses over time: computing time and memory."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Final

from benchmarks.load.cores import busy_seconds, own_seconds, shares
from benchmarks.load.served import LoadSite

EVERY: Final = 5.0
CLIENTS: Final = "clients"
ALL: Final = "the core, all together"


@dataclass(frozen=True)
class Look:
    """What was used until then; ``at`` by the monotonic clock."""

    at: float
    cpu: dict[str, float]
    memory: dict[str, float]


@dataclass
class Watcher:
    """Looks every few seconds."""

    site: LoadSite
    looks: list[Look] = field(default_factory=list)

    def look(self) -> Look:
        """Note what is used now."""
        cpu = {**self.site.cpu(), CLIENTS: own_seconds(), ALL: busy_seconds(self.site.core)}
        self.looks.append(Look(time.monotonic(), cpu, self.site.memory()))
        return self.looks[-1]

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            self.look()
            await asyncio.sleep(EVERY)

    def shares(self, began: float, ended: float) -> dict[str, float]:
        """What part of a core each has used between two moments, as near to them as looks are."""
        first = min(self.looks, key=lambda look: abs(look.at - began))
        last = min(self.looks, key=lambda look: abs(look.at - ended))
        return shares(first.cpu, last.cpu, max(last.at - first.at, 0.001))

    def within(self, began: float, ended: float) -> list[Look]:
        """The looks of a stretch of time."""
        return [look for look in self.looks if began - EVERY <= look.at <= ended + EVERY]
