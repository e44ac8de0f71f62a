"""The REST API under /api/: it translates between HTTP and the services, and decides nothing."""
