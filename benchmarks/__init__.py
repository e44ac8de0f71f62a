"""How fast the engine and the services are, and a long soak of random games."""
