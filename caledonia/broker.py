"""Redis as the broker: kombu's transport, whose channels close without it too."""

from kombu.transport import redis


class Channel(redis.Channel):
    """A channel that is closed when it was told to, whether Redis answers or not."""

    def close(self) -> None:
        """Close it, and give up what Redis still owes an answer to."""
        try:
            super().close()
        except redis.Transport.connection_errors:
            # kombu 5.7 stops at the answer to a BRPOP that never comes. The channel would then be
            # closed once more after its transport, and what that raises ends the worker.
            super().close()


class Transport(redis.Transport):
    """Redis, with these channels."""

    Channel = Channel
