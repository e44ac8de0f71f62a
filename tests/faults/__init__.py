"""What fails around a server, with real processes: see docs/faults.md."""
