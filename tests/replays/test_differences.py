"""What a difference says of an event that the rules do not give: which rule, and no secret."""

import msgspec
import pytest

from games import engine
from replays import checking
from replays.checking import Code
from simulation.random_play import seed_of
from tests.marks import in_one_test
from tests.replays.spoiling import ROW_CODES, code, first, other_value
from tests.replays.streams import Stored, first_of_each_kind, kept

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def game() -> Stored:
    """A finished game of four in which much was taken back."""
    return kept("checking")


def test_a_forged_move_is_refused_by_rule_and_code(game: Stored) -> None:
    """A move that the rules forbid, sealed as if they did not."""
    row = next(r for r in game.rows if engine.read_payload(r.public).kind == "expand")
    text = row.public.replace('"hex":"', '"hex":"Z')
    changed = msgspec.json.decode(row.public)
    changed["move"]["hex"] = "A2" if changed["move"]["hex"] != "A2" else "A3"
    text = msgspec.json.encode(changed).decode()
    found = first(game, game.resealed(row.version, public=text))
    assert (found.version, found.code) == (row.version, "move_refused")
    assert found.rule is not None
    assert found.rule.startswith("EXPAND-")
    assert found.refusal
    assert found.recorded == msgspec.Raw(text.encode())


def test_a_move_of_somebody_else_is_refused(game: Stored) -> None:
    row = next(r for r in game.rows if r.seat is not None and r.version > 30)
    found = first(game, game.resealed(row.version, seat=(row.seat + 1) % 4))
    assert (found.code, found.rule) == ("move_refused", "STATE-30")
    assert code(game, game.resealed(row.version, seat=None)) == "move_refused"


def test_an_undo_across_its_barrier_is_refused(game: Stored) -> None:
    undo = next(row for row in game.rows if engine.is_undo(row))
    found = first(game, game.resealed(undo.version, parent=1))
    assert (found.version, found.code) == (undo.version, "undo_refused")
    assert (found.rule, found.refusal) == ("UNDO-02", "undo_barrier")
    found = first(game, game.resealed(undo.version, parent=undo.version - 1))
    assert (found.code, found.refusal) == ("undo_refused", "nothing_after")
    assert code(game, game.resealed(undo.version, parent=undo.version + 3)) == "undo_refused"


def test_an_undo_to_another_place_gives_another_digest(game: Stored) -> None:
    """It is legal, so only the resulting state shows it."""
    undo, target = next(
        (row, record.version)
        for row in game.rows
        if engine.is_undo(row)
        for record in engine.line_to(game.rows, row.version - 1)[:-1]
        if record.version > row.parent and not engine.is_undo(record)
    )
    found = first(game, game.resealed(undo.version, parent=target))
    assert (found.version, found.code) == (undo.version, "digest_differs")


def test_expected_and_recorded_stand_side_by_side(game: Stored) -> None:
    row = next(r for r in game.rows if engine.read_payload(r.public).kind == "trade")
    payload = msgspec.json.decode(row.public)
    place = next(i for i, effect in enumerate(payload["effects"]) if effect[0] == "money")
    payload["effects"][place][2] += 100
    text = msgspec.json.encode(payload).decode()
    found = first(game, game.resealed(row.version, public=text))
    assert found.code == "effects_differ"
    assert f"effect {place + 1} of {len(payload['effects'])}" in found.sentence
    assert found.expected == msgspec.Raw(row.public.encode())
    assert found.recorded == msgspec.Raw(text.encode())
    sent = msgspec.json.decode(msgspec.json.encode(found))
    assert sent["recorded"]["effects"][place][2] == sent["expected"]["effects"][place][2] + 100


def test_no_difference_tells_a_secret(game: Stored) -> None:
    """Whatever is changed: neither seed nor salt nor the order of the pile stands in a report."""
    row = game.rows[0]
    secrets = [row.secret or "", (game.subject.seed or b"").hex(), (game.subject.salt or b"").hex()]
    secrets.append(seed_of("checking").hex())
    wrong = seed_of("another")
    cases = [(game.changed(1, **{c: other_value(row, c)}), game.subject) for c in ROW_CODES]
    cases += [
        (game.rows, msgspec.structs.replace(game.subject, **{column: wrong}))
        for column in ("server_seed", "salt")
    ]
    cases.append((game.resealed(1, secret=row.secret), game.subject))
    for rows, subject in cases:
        encoded = msgspec.json.encode(checking.check(subject, rows)).decode()
        assert not [secret for secret in secrets if secret in encoded]


@pytest.mark.uncounted
def test_effects_that_turn_up_something_hidden_are_marked(game: Stored) -> None:
    """So that a validation does not reveal the next contract."""
    revealing = []
    for row in first_of_each_kind(game.rows).values():
        changed = msgspec.json.decode(row.public)
        if row.version == 1 or not changed["effects"]:
            continue
        changed["effects"].append(["glory", 0, 1])
        text = msgspec.json.encode(changed).decode()
        found = first(game, game.changed(row.version, public=text))
        effects = {effect[0] for effect in msgspec.json.decode(row.public)["effects"]}
        assert found.reveals == bool(effects & {"draw", "barrier"}), row
        revealing.append(found.reveals)
    assert True in revealing
    assert False in revealing


def test_times_origins_and_causes_that_cannot_be(game: Stored) -> None:
    """Even with a chain that fits."""
    move = next(row for row in game.rows if row.origin == "player" and row.version > 20)
    step = next(row for row in game.rows if row.origin == "game" and row.version > 20)
    earlier = game.rows[move.version - 3].recorded_at
    for row, columns in [
        (move, {"recorded_at": earlier}),
        (move, {"origin": "game"}),
        (step, {"origin": "player"}),
        (step, {"cause": step.version}),
        (step, {"cause": 0}),
        (step, {"seat": 1}),
        (move, {"parent": move.version - 2}),
    ]:
        found = first(game, game.resealed(row.version, **columns))
        assert (found.version, found.code) == (row.version, "columns_differ"), columns


def test_what_makes_the_rules_stumble_is_a_finding(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> engine.Event:
        raise IndexError

    monkeypatch.setattr(engine, "play", stumble)
    found = first(game, game.rows)
    assert (found.code, found.version) == ("rules_failed", 2)
    assert "IndexError" in found.sentence


@in_one_test("text", ["", "{", "null", "[]", '{"kind":1}', "[" * 5000, '{"kind":"x"}'])
def test_text_that_is_no_event(game: Stored, text: str) -> None:
    assert code(game, game.resealed(40, public=text)) in {"unreadable", "step_refused"}
    assert code(game, game.resealed(1, public=text)) == "unreadable"
    assert code(game, game.changed(1, secret=text)) == "secret_differs"


def test_every_code_is_explained() -> None:
    assert set(checking.CODES) == set(Code.__args__)  # type: ignore[attr-defined]
