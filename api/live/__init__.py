"""Server-sent events: a game's log, and the games that wait for a user, as they happen.

``feeds`` computes what a subscriber gets and when that ends; ``hub`` polls for all of them
together, ``app`` speaks ASGI, and ``bounded`` is the short form for WSGI.
"""
