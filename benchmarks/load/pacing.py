"""How many moves a second are begun: by chance, around a rate that follows the server's core.

Each table that waits for somebody is drawn as likely as any other, so the time that players think
has an exponential distribution; its mean is the number of such tables over the rate.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from benchmarks.load.cores import seconds_of
from benchmarks.load.crowd import Crowd

TARGET: Final = 0.7
"""Of the server's core."""
EVERY: Final = 2.0
STEP: Final = 1.25
"""By how much the rate changes at most in that time."""
LEAST: Final = 2.0
SLOW_MS: Final = 500


@dataclass
class Pacer:
    """Begins ``rate`` moves a second; ``idle`` counts those for which nobody was there to play."""

    crowd: Crowd
    act: Callable[[], bool]
    rate: float
    begun: int = 0
    idle: int = 0

    async def run(self) -> None:
        """Until it is cancelled."""
        due = time.perf_counter()
        while True:
            due += self.crowd.rng.expovariate(self.rate)
            # When the clients are late they begin all that is due, as people would.
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if self.act():
                self.begun += 1
            else:
                self.idle += 1

    async def follow_core(self) -> None:
        """Keep the server's core at its target, until it is cancelled.

        Where other work takes the core, the target may be out of reach: then moves become slow, and
        fewer of them are begun.
        """
        while True:
            share = await self._share(EVERY)
            wanted = 0.0 if self._is_slow() else TARGET / max(share, 0.01)
            self.rate = max(LEAST, self.rate * min(STEP, max(1 / STEP, wanted)))

    async def _share(self, seconds: float) -> float:
        before, began = self._used(), time.perf_counter()
        await asyncio.sleep(seconds)
        return (self._used() - before) / (time.perf_counter() - began)

    def _is_slow(self) -> bool:
        now = time.monotonic()
        return self.crowd.meter.answered(now - EVERY, now, "move").ms(95) > SLOW_MS

    def _used(self) -> float:
        return sum(map(seconds_of, self.crowd.site.families().values()))


async def for_seconds(seconds: float, *works: Callable[[], object]) -> None:
    """Have these go on for so long. Raises what one of them raises."""
    tasks = [asyncio.ensure_future(work()) for work in works]  # type: ignore[call-overload]
    try:
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for one in done:
            one.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
