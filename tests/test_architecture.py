"""The rooms of the code and the doors between them."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path

import pytest
from django.conf import settings

from tests.conftest import ON_MODULE

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


ROOMS = (
    "caledonia",
    "web",
    "api",
    "tournaments",
    "replays",
    "games",
    "release",
    "deploy",
    "benchmarks",
    "simulation",
    "tests",
)


@pytest.mark.long
def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside functions and those for type checking alone count like all others."""
    paths = [path for room in ROOMS for path in Path(settings.BASE_DIR, room).rglob("*.py")]
    modules = {module_of(path.relative_to(settings.BASE_DIR)): path for path in paths}
    graph = {
        module: {file_of(name, modules) for name in imported(path)} - {module, ""}
        for module, path in modules.items()
    }
    assert "games.engine.state.state" in graph["games.engine.state"]
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def module_of(path: Path) -> str:
    """The dotted name of a file of the project."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def file_of(name: str, modules: Container[str]) -> str:
    """The module that a dotted name stands for or stands in; empty outside the project."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements of a module, wherever they are; their expressions are not looked into."""
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        part = getattr(tree, name, ())
        for node in part if isinstance(part, list) else ():
            yield node
            yield from statements(node)


@cache
def imported(path: Path) -> list[str]:
    """The modules that a file imports, and the names out of them."""
    found = list[str]()
    for node in statements(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            found += (f"{node.module}.{name.name}" for name in node.names)
    return found


def test_tests_and_benchmarks_import_nothing_of_each_other() -> None:
    """What both need is in ``simulation``, which needs neither."""
    for room, others in (
        ("tests", ["benchmarks"]),
        ("benchmarks", ["tests"]),
        ("simulation", ["benchmarks", "tests"]),
    ):
        for path in Path(settings.BASE_DIR, room).rglob("*.py"):
            text = path.read_text()
            names = imported(path) if any(other in text for other in others) else ()
            assert not [name for name in names if name.partition(".")[0] in others], path


def test_the_tests_of_the_engine_need_no_django() -> None:
    own = ("games.engine", "tests", "simulation")
    rooms = ("django", "celery", "caledonia", "api", "web", "replays", "games")
    for path in Path(__file__).with_name("engine").rglob("*.py"):
        others = [
            name
            for name in imported(path)
            if name.split(".")[0] in rooms and not name.startswith(own)
        ]
        assert not others, path


WITHOUT_DJANGO = """
import sys
import pytest
sys.modules["django"] = None
plugins = [f"no:{name}" for name in ("django", "schemathesis", "xdist", "cacheprovider")]
# Settings of pytest-django are unknown then.
options = ["-oaddopts=", "-Wignore::pytest.PytestConfigWarning", *(f"-p{one}" for one in plugins)]
sys.exit(pytest.main(["--collect-only", "-qq", "-m", "not long", *options, "tests/engine"]))
"""


@pytest.mark.long
def test_the_tests_of_the_engine_are_found_where_there_is_no_django() -> None:
    """Also nothing that they import needs it."""
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr


PAGES_ON_EVERY_DATABASE = ("test_fuzz.py", "test_named_after.py")
"""Databases refuse differently what is sent by chance, and put texts together differently."""


def test_tests_of_pages_run_once_and_are_not_traced() -> None:
    """Coverage is counted of what lies below the pages, by the tests of its own."""
    for path in Path(settings.BASE_DIR, "tests", "web").rglob("test_*.py"):
        marks = ON_MODULE.search(path.read_text())
        found = set(re.findall(r"pytest\.mark\.(\w+)", marks[1])) if marks else set()
        wanted = {"uncounted"} if path.name in PAGES_ON_EVERY_DATABASE else {"once", "uncounted"}
        assert wanted <= found, f"{path}: pytestmark needs {', '.join(sorted(wanted - found))}"


MOST_TOLD = 2
"""Where ``told`` may stand outside tests: in what landed migrations say of themselves."""


@pytest.mark.long
def test_told_is_not_used_as_a_name() -> None:
    """Names say what a value is: ``sentence``, ``label``, ``announced``."""
    found = [
        f"{path.relative_to(settings.BASE_DIR)}: {line.strip()}"
        for room in (*set(ROOMS) - {"tests"},)
        for kind in ("py", "html", "js", "css", "txt")
        for path in Path(settings.BASE_DIR, room).rglob(f"*.{kind}")
        for line in path.read_text().splitlines()
        if re.search(r"(?<![a-z])(un)?told(?![a-z])", line.replace("turns_told", ""))
    ]
    assert len(found) <= MOST_TOLD, "\n".join(found)


@pytest.mark.long
def test_tests_use_it_for_no_variable_either() -> None:
    for path in Path(settings.BASE_DIR, "tests").rglob("*.py"):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "told" in text.lower() else ():
            name = getattr(node, "id", None) or getattr(node, "arg", None)
            assert str(name or getattr(node, "name", "")).lower() != "told", path


def test_effects_change_a_state_in_two_places() -> None:
    """Where rules emit them, and where streams are replayed."""
    rooms = ("api", "caledonia", "games", "replays", "simulation", "web")
    paths = [path for room in rooms for path in Path(settings.BASE_DIR, room).rglob("*.py")]
    applying = {
        path.relative_to(settings.BASE_DIR).as_posix()
        for path in paths
        if "apply" in (text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "apply"
        and "state" in ast.unparse(node).partition(".apply(")[2]
    }
    assert applying == {"games/engine/recorder.py", "games/engine/replayer.py"}


CLASSES_OF_MANY = {"Command", "Migration"}
"""Names that Django gives to classes of many modules."""
ONE_CONCEPT = {
    # Of the engine or a service, of the database, and as a body of the API.
    *("Event", "Import", "Played", "Preset", "PublicEvent", "Tournament", "Validation"),
    # Each clan has its rules, its phrases and its part of the pages.
    *(
        "Cunningham",
        "Douglas",
        "Fraser",
        "Gordon",
        "MacDonald",
        "MacEwan",
        "MacFarlane",
        "MacGregor",
        "MacKenzie",
        "MacLeod",
        "Mackintosh",
        "MacPherson",
        "Sinclair",
    ),
}
"""Names of one concept that several rooms have a class for."""


def test_a_class_name_has_one_meaning() -> None:
    """Classes inside others are named by those, and tests may call their helpers what they like."""
    found: dict[str, list[str]] = {}
    for room in set(ROOMS) - {"tests"}:
        for path in Path(settings.BASE_DIR, room).rglob("*.py"):
            for name in re.findall(r"^class (\w+)[(:]", path.read_text(), re.MULTILINE):
                if name not in CLASSES_OF_MANY:
                    place = path.relative_to(settings.BASE_DIR).as_posix()
                    found.setdefault(name, []).append(place)
    several = {name: sorted(places) for name, places in found.items() if len(places) > 1}
    assert {name: at for name, at in several.items() if name not in ONE_CONCEPT} == {}
    assert set(several) == ONE_CONCEPT


def engine_names(node: ast.stmt) -> Iterator[str]:
    """The class or the type alias that a statement defines; no instance, and no type variable."""
    match node:
        case ast.ClassDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
            yield name
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if not name.isupper():
            of_types = isinstance(value, ast.Subscript | ast.BinOp)
            new = isinstance(value, ast.Call) and ast.unparse(value.func) == "NewType"
            if name[0].isupper() and (of_types or new):
                yield name


def test_a_type_of_the_engine_is_defined_once() -> None:
    """A class or an alias; other rooms may call what never meets as short as they like."""
    found: dict[str, list[str]] = {}
    for path in Path(settings.BASE_DIR, "games", "engine").rglob("*.py"):
        for name in chain.from_iterable(map(engine_names, ast.parse(path.read_text()).body)):
            found.setdefault(name, []).append(path.name)
    assert {"Good", "Seat", "Gift", "State"} <= set(found), "it no longer finds what is there"
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


LONGEST_MODULE = 400
LONGEST_FUNCTION = 50


def long_functions(path: Path) -> Iterator[str]:
    """Functions of a module that are too long to read in one go."""
    for node in statements(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                yield node.name


def modules_in(rooms: Iterable[str]) -> Iterator[Path]:
    """The modules in some rooms, but for migrations."""
    for room in rooms:
        for path in (settings.BASE_DIR / room).rglob("*.py"):
            if path.parent.name != "migrations":
                yield path


def test_modules_and_functions_are_short() -> None:
    """Of tests and benchmarks only the modules: a test may tell a long course in one function."""
    modules = [*modules_in(ROOMS)]
    assert len(modules) > 1000, "it no longer finds what is there"
    long = [path for path in modules if len(path.read_text().splitlines()) > LONGEST_MODULE]
    assert [path.relative_to(settings.BASE_DIR).as_posix() for path in long] == []
    for path in modules_in(set(ROOMS) - {"tests", "benchmarks"}):
        found = list(long_functions(path))
        assert not found, f"{path.relative_to(settings.BASE_DIR).as_posix()}: {found}"


def test_the_top_of_the_engine_holds_few_modules() -> None:
    top = {path.stem for path in (settings.BASE_DIR / "games" / "engine").glob("*.py")}
    assert {"game", "assembly"} < top
    assert len(top - {"__init__"}) <= 12, sorted(top)


def test_folders_of_web_hold_few_modules() -> None:
    folders = Counter(path.parent for path in (settings.BASE_DIR / "web").rglob("*.py"))
    assert len(folders) > 20
    assert {folder: number for folder, number in folders.items() if number > 20} == {}


def test_no_test_empties_the_cache_by_itself() -> None:
    """On Redis that takes the queues of all workers along; ``empty_cache`` leaves them."""
    clearing = re.compile(r"\bcache\.clear\(\)$", re.MULTILINE)
    tests = (settings.BASE_DIR / "tests").rglob("*.py")
    assert [path.name for path in tests if clearing.search(path.read_text())] == ["database.py"]
