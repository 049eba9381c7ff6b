"""Undo and redo by whole states, against a list of all states and a place in it."""

from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.core.history import History

ACTS = st.lists(st.one_of(st.integers(0, 3), st.sampled_from(["undo", "redo"])), max_size=20)


@given(ACTS, st.integers(1, 4))
def test_a_history_is_a_list_of_states_and_a_place_in_it(acts: list[int | str], limit: int) -> None:
    history, states, at = History(0, limit), [0], 0
    for act in acts:
        match act:
            case "undo":
                assert history.undo() == (at > 0)
                at = max(0, at - 1)
            case "redo":
                assert history.redo() == (at + 1 < len(states))
                at = min(len(states) - 1, at + 1)
            case int():
                history.put(act)
                states = [*states[:at + 1], act][-limit - 1:]
                at = len(states) - 1
        assert (history.state, history.can_undo, history.can_redo) == (states[at], at > 0, at + 1 < len(states))
        assert history.before == (states[at - 1] if at else None)


def test_what_is_amended_is_one_step() -> None:
    history = History("")
    history.put("1")
    history.amend("12")
    assert history.undo() and history.state == "" and history.redo() and history.state == "12"
    history.amend("")
    assert not history.can_undo and not history.can_redo, "back where it began: no step at all"
