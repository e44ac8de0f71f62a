"""Requests that the API description shows."""

from typing import Final

from drf_spectacular.utils import OpenApiExample

MOVES: Final = [
    OpenApiExample(
        "A move",
        value={
            "version": 57,
            "move": {"type": "trade", "good": "whisky", "side": "buy", "quantity": 2},
        },
        request_only=True,
    ),
    OpenApiExample(
        "The same move as text",
        value={"version": 57, "notation": "buy 2 whisky"},
        request_only=True,
    ),
    OpenApiExample(
        "Several moves, all or none",
        value={
            "version": 57,
            "moves": [
                {"type": "expand", "unit": "bakery", "hex": "F5"},
                {"type": "neighbourhood_buy", "good": "grain", "quantity": 2},
                {"type": "end_turn"},
            ],
        },
        request_only=True,
    ),
    OpenApiExample(
        "A bid for the clans, sealed or open",
        value={"version": 1, "move": {"type": "bid", "amount": 5}},
        request_only=True,
    ),
    OpenApiExample(
        "Production",
        value={"version": 80, "move": {"type": "produce", "cheese": 2, "bread": 0, "whisky": 1}},
        request_only=True,
    ),
]
