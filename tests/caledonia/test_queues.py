"""The order in which a worker takes tasks from its queues."""

from collections import Counter
from collections.abc import Iterable

import pytest
from django.conf import settings

from caledonia import queues

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

FIRST, *OTHERS = queues.names(settings.NAMESPACE)
LATER, MAIL = (queues.name(settings.NAMESPACE, one) for one in (queues.LATER, queues.MAIL))


def taken(tasks: dict[str, int], number: int, *, asked: Iterable[str] | None = None) -> list[str]:
    """The queues from which a worker takes so many tasks, of those that wait in each."""
    order, left, found = queues.MostlyFirst(), Counter(tasks), []
    order.update(list(asked or (FIRST, *OTHERS)))
    for _ in range(number):
        names = order.consume(len(order.queues))
        found.append(next(name for name in names if left[name] > 0))
        left[found[-1]] -= 1
        order.rotate(found[-1])
    return found


def test_most_tasks_come_from_the_first_queue_and_the_others_have_their_turns() -> None:
    """So what people wait for does not wait behind a costly task each time, and none forever."""
    several = [FIRST] * queues.FIRST_IN_A_ROW
    turns = [name for one in OTHERS for name in (*several, one)]
    full = dict.fromkeys((FIRST, *OTHERS), 100)
    assert taken(full, 2 * len(turns)) == [*turns, *turns]


def test_what_people_wait_for_goes_first_whatever_was_taken_before() -> None:
    assert taken({FIRST: 1, LATER: 9}, 3) == [FIRST, LATER, LATER]
    many = queues.FIRST_IN_A_ROW + 5
    assert taken({FIRST: many}, many) == [FIRST] * many
    late = taken({FIRST: many, MAIL: 2}, many + 2)
    assert late.index(MAIL) == queues.FIRST_IN_A_ROW
    assert late[queues.FIRST_IN_A_ROW + 1] == FIRST


@pytest.mark.parametrize("asked", [OTHERS, [LATER, MAIL]])
def test_a_worker_without_the_first_queue_takes_from_each_in_turn(asked: list[str]) -> None:
    full = dict.fromkeys(asked, 9)
    assert taken(full, 2 * len(asked), asked=asked) == [*asked, *asked]
