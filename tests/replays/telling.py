"""What the log says of a scene of the engine's tests, for people of fixed names."""

from games import engine
from replays.narration import described, sentence
from replays.stepping import PublicEvent
from tests.scenario import Part

NAMES = ["Ada", "Ben", "Cleo", "Dora"]


def public(event: engine.Event) -> PublicEvent:
    """An event as the room of replays reads it."""
    return PublicEvent(
        version=event.version,
        parent=event.parent,
        seat=event.seat,
        origin="player" if event.move else "game",
        kind=event.kind,
        move=event.move,
        effects=event.effects,
    )


def sentence_of(scene: Part, line: str) -> str:
    """What the log says of a move that is played now."""
    before, count = engine.copy(scene.state), len(scene.events)
    scene.when.play(line)
    return sentence(before, public(scene.events[count]), NAMES)


def brief(scene: Part, line: str) -> tuple[str, ...]:
    """What is said of a move in few words."""
    before, count = engine.copy(scene.state), len(scene.events)
    scene.when.play(line)
    return described(before, public(scene.events[count]), NAMES).brief


def sentence_of_step(scene: Part, kind: str) -> str:
    """What the log says of the next step of the game itself."""
    before = engine.copy(scene.state)
    scene.when.advance(kind)
    return sentence(before, public(scene.events[-1]), NAMES)
