"""Server-sent events: a game's log, and the games that wait for somebody, as they happen.

``feeds`` says what a subscriber gets to read and when that ends; ``hub`` looks for all of them
together, ``app`` speaks ASGI, and ``bounded`` is what there is of it under WSGI.
"""
