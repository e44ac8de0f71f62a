"""The shape of the engine: what its code and its stored forms must not do."""

import ast
from pathlib import Path

import msgspec
import pytest

from games import engine
from games.engine import effects, state
from games.engine.assembly import BASE_DECISIONS, BASE_MOVES, SHIPPED
from games.engine.clans import all_clans
from games.engine.decisions import DecisionBase
from games.engine.effects import Effect
from games.engine.moves import move_types
from games.engine.rules import answers
from games.engine.terms import Seat
from tests.marks import in_one_test

ENGINE = Path(engine.__file__).parent

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def _modules() -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text())) for path in sorted(ENGINE.rglob("*.py"))]


def test_no_rule_asks_which_clan_it_is() -> None:
    """A clan's name stands in its own file; anywhere else it would be an ``if`` for one clan."""
    looked = 0
    for path, tree in _modules():
        if path.parent.name == "clans":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                looked += 1
                assert node.value not in all_clans(), f"{path.name}:{node.lineno}"
    assert looked > 1000


def test_no_rule_assigns_to_the_state() -> None:
    """Only effects change a state; the few who keep its version are named here."""
    keepers = {"game.py", "events.py", "sealing.py", "state.py", "replayer.py"}
    for path, tree in _modules():
        if path.parent.name == "effects" or path.name in keepers:
            continue
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.AugAssign):
                targets = [node.target]
            for target in targets:
                owner = target.value if isinstance(target, ast.Attribute) else None
                assert not (isinstance(owner, ast.Name) and owner.id in {"state", "player"}), (
                    f"{path.name}:{node.lineno}"
                )


def test_the_digest_is_of_field_names_and_leaves_defaults_out() -> None:
    """So a field that is added later, at its default, changes the digest of no stored game."""
    kept: list[type[msgspec.Struct]] = [
        *(state.State, state.Player, state.Piece, state.Turn, state.Pair, state.PortTile),
        *(state.ScoreSheet, engine.Options, answers.ProduceAnswer, answers.ClanChoice),
        *answers.ClanChoice.__subclasses__(),
        *DecisionBase.__subclasses__(),
    ]
    for struct in kept:
        assert not struct.__struct_config__.array_like, struct
        assert struct.__struct_config__.omit_defaults, struct


def test_structs_that_are_often_in_a_state_stay_small() -> None:
    """The encoder gives a struct of more than 15 fields another header, defaults or not."""
    small = [state.Player, state.Piece, state.Turn, state.Pair, state.PortTile]
    assert all(len(struct.__struct_fields__) <= 15 for struct in small)
    tagged = [struct for struct in DecisionBase.__subclasses__() if struct.__struct_config__.tag]
    assert all(len(struct.__struct_fields__) < 15 for struct in tagged)


def _stored() -> list[type[msgspec.Struct]]:
    structs = [state.State, state.Player, state.Turn, state.Pair, state.PortTile, state.ScoreSheet]
    return [*structs, *DecisionBase.__subclasses__(), *Effect.__subclasses__()]


@in_one_test("struct", _stored())
def test_what_is_stored_holds_no_dicts_and_no_sets(struct: type[msgspec.Struct]) -> None:
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    for field in info.fields:
        assert not isinstance(field.type, msgspec.inspect.DictType | msgspec.inspect.SetType)


def test_what_is_read_has_the_choices_of_all_clans_and_is_written_as_the_clan_wrote_it() -> None:
    known = engine.registry.current().choice_type
    kinds = [clan.choice for clan in all_clans().values() if clan.choice is not answers.ClanChoice]
    assert len(kinds) > 1
    names = [field.name for kind in kinds for field in msgspec.structs.fields(kind)]
    assert list(known.__struct_fields__) == names
    assert len(names) <= 15
    for kind in kinds:
        for field in msgspec.structs.fields(kind):
            assert not field.default  # what is not chosen is left out, and equal to nothing
            named = ("fill1",) if field.name == "silos" else ("D5",)
            chosen = {bool: True, tuple: named}.get(type(field.default), 1)
            written = kind(**{field.name: chosen})
            for encode, decode in (
                (msgspec.json.encode, msgspec.json.decode),
                (msgspec.msgpack.encode, msgspec.msgpack.decode),
            ):
                read = decode(encode(written), type=known)
                assert type(read) is known
                assert encode(read) == encode(written)
                assert {read} == {written}
                assert (read != written) is False
                assert kind.of(read) == read != answers.ClanChoice()
                other = next(one for one in kinds if one is not kind)
                assert other.of(read) == answers.ClanChoice() == kind() == known()


def test_every_effect_is_in_the_union_and_has_its_own_tag() -> None:
    listed = {*effects.PUBLIC_EFFECTS, *effects.SECRET_EFFECTS}
    listed |= {effect for one in SHIPPED for effect in (*one.effects, *one.secret_effects)}
    assert listed == set(Effect.__subclasses__())
    tags = [effect.__struct_config__.tag for effect in Effect.__subclasses__()]
    assert len(set(tags)) == len(tags)


def test_decisions_end_in_decision_and_moves_do_not() -> None:
    assert all(one.__name__.endswith("Decision") for one in DecisionBase.__subclasses__())
    assert not any(move.__name__.endswith("Decision") for move in move_types().values())


def test_every_move_of_a_decision_exists() -> None:
    for decision in DecisionBase.__subclasses__():
        assert decision.ADMITS
        assert set(decision.ADMITS) <= set(move_types())
    listed = {*BASE_DECISIONS, *(added for one in SHIPPED for added in one.decisions)}
    assert listed == set(DecisionBase.__subclasses__())
    admitted = {name for d in DecisionBase.__subclasses__() for name in d.ADMITS}
    of_clans = {
        name
        for clan in all_clans().values()
        for decision in DecisionBase.__subclasses__()
        for made in (decision(1, Seat(0)),)  # type: ignore[call-arg]
        for name in (*clan.own_actions(made), *clan.free_moves(made))
    }
    assert of_clans
    of_expansions = {move.type_name() for one in SHIPPED for move in one.moves}
    assert admitted | of_clans | of_expansions == set(move_types())
    added = [move for one in SHIPPED for clan in one.clans for move in clan.moves]
    added += [move for one in SHIPPED for move in one.moves]
    assert len(move_types()) == len(BASE_MOVES) + len(added)
