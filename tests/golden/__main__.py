"""Write the golden games again."""

from tests.golden import FOLDER, play

GAMES = {"two-players": 2, "three-players": 3, "four-players": 4}

for name, players in GAMES.items():
    (FOLDER / f"{name}.txt").write_text(play(players, f"golden/{name}").text())
