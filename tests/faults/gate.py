"""Holding a transaction between its first event and its commit."""

from types import TracebackType
from typing import Self

from simulation.postgres import Cluster
from simulation.processes import wait_until

NUMBER = 4711
TRIGGER = (
    "CREATE OR REPLACE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"PERFORM pg_advisory_xact_lock_shared({NUMBER}); RETURN NEW; END $$; "
    "CREATE TRIGGER gate BEFORE INSERT ON games_event FOR EACH ROW "
    "WHEN ({condition}) EXECUTE FUNCTION gate()"
)
MOVES = "NEW.origin = 'player'"
STEPS = "NEW.origin = 'game' AND NEW.version > 1"
PASSES = f"{MOVES} AND NEW.public::jsonb ->> 'kind' = 'pass'"
HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


class Gate:
    """While it is closed, no INSERT of an event that meets the condition goes through.

    A trigger of this test's own database, so that no line of the server knows of it.
    """

    def __init__(self, cluster: Cluster, condition: str) -> None:
        self.cluster = cluster
        self.condition = condition

    def __enter__(self) -> Self:
        self.connection = self.cluster.connect()
        self.connection.execute(TRIGGER.format(condition=self.condition).encode())
        self.connection.execute(f"SELECT pg_advisory_lock({NUMBER})".encode())
        return self

    def wait(self, transactions: int = 1) -> None:
        """Until so many transactions stand at the gate."""
        wait_until(
            f"{transactions} transactions at the gate",
            lambda: self.connection.execute(HELD.encode()).fetchall()[0][0] >= transactions,
        )

    def open(self) -> None:
        """Let them go on, and all others too."""
        self.connection.execute(f"SELECT pg_advisory_unlock({NUMBER})".encode())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Ends the lock, if it is still held.
        self.connection.close()
        with self.cluster.connect() as connection:
            connection.execute(b"DROP TRIGGER gate ON games_event")
