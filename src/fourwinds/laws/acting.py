"""Laws of acting: who is asked, what is offered, what is refused and what is taken back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from fourwinds.core.chance import Stream
from fourwinds.core.errors import IllegalAction, UnknownAction, shown
from fourwinds.core.rollout import is_deadlocked, play_out
from fourwinds.core.state import State
from fourwinds.laws.law import BrokenLaw, law, require, same
from fourwinds.laws.play import random_play, some, viewers

STRANGE_ACTIONS = 80
GARBAGE: list[Any] = [
    "",
    " ",
    "no such move",
    "N13 N13",
    "\x00",
    "\ud800",
    "x" * 10_000,
    "9" * 5000,
    "💥",
    10**30,
    -(10**30),
    10**5000,
    2**63,
    2**64,
    -1,
    0.0,
    1.5,
    float("nan"),
    float("inf"),
    None,
    True,
    False,
    [],
    [0],
    (0,),
    {},
    {"action": 0},
    b"N13",
    object(),
]
NOT_SEATS: list[Any] = [-1, 9, 10**30, 10**5000, 0.0, 1.5, None, True, "0", [0], b"", object()]


def random_play_ends(state: State, chance: Stream, longest: int) -> int:
    """Random play ends within the game's `most_decisions`, or is deadlocked.

    Looks no farther than `longest`; returns how many decisions were made.
    """
    most = state.rules.game.most_decisions
    made = int(play_out(state, chance, min(longest, most + 1)))
    ended = state.over or made <= most or is_deadlocked(state)
    require(ended, f"not over after {most} random decisions, and not deadlocked")
    return made


@law(between=3)
def every_seat_that_is_asked_can_act(state: State, rng: random.Random) -> None:
    seats = range(int(state.players))
    for now, _, _ in random_play(state, rng, 30):
        same(now.winners, [], "a running match has winners")
        same(list(now.actors), sorted(set(now.actors)), "the actors are not in order")
        for seat in seats:
            actions = now.actions(seat)
            asked = seat in now.actors
            same(bool(actions), asked, f"seat {seat} is asked and has no action, or the reverse")
            same(actions, sorted(set(actions)), f"the actions of seat {seat} are not in order")
            require(
                all(0 <= action < now.rules.action_count for action in actions),
                f"an action of seat {seat} is out of range",
            )
            same(
                now.decision(seat) is not None, asked, f"seat {seat} has a decision it cannot make"
            )
    if state.over:
        same(state.actors, (), "somebody is asked after the end")
        for seat in seats:
            same(state.actions(seat), [], f"seat {seat} has actions after the end")
            same(state.decision(seat), None, f"seat {seat} has a decision after the end")
        first = [seat for seat, place in enumerate(state.ranking) if place == 1]
        require(first, "nobody has the first place")
        same(state.winners, first, "the winners are not those in the first place")
        same(len(state.scores), len(seats), "there is not one score a seat")
        same(len(state.ranking), len(seats), "there is not one place a seat")


@law(between=2)
def an_illegal_action_is_refused_and_changes_nothing(state: State, rng: random.Random) -> None:
    before = state.digest()
    for seat in range(int(state.players)):
        offered = set(state.actions(seat))
        strange = [a for a in range(state.rules.action_count) if a not in offered]
        tries = {action for action, _ in state.candidates(seat)} - offered
        for action in sorted(tries | set(some(rng, strange, STRANGE_ACTIONS))):
            refusal = state.refusal(seat, action)
            if refusal is None:
                require(_changes_a_vote(state, seat, action), f"seat {seat} may play {action}")
                continue
            error = _refused(state.play, seat, action)
            same((error.code, error.rule), (refusal.code, refusal.rule), "play says another reason")
            same(error.details, refusal.details, "play gives other details")
            text = str(refusal)
            require(text and not text.startswith("refusal/"), f"{refusal.code} has no text")
            same(refusal.code == "match-over", state.over, "the match is over, or is not")
        same(state.digest(), before, f"a refused action of seat {seat} changed the state")


def _changes_a_vote(state: State, seat: int, action: int) -> bool:
    """Whether a seat that is asked no more may play this instead of its secret vote."""
    trial = state.copy()
    return seat not in state.actors and trial.retract(seat) > 0 and action in trial.actions(seat)


@law(between=1)
def garbage_is_no_action(state: State, rng: random.Random) -> None:
    rules = state.rules
    before = state.digest()
    for garbage in [*GARBAGE, int(rules.action_count)]:
        for seat in range(int(state.players)):
            refusal = state.refusal(seat, garbage)
            require(isinstance(refusal, UnknownAction), "garbage is taken for an action")
            require(str(refusal), "garbage is refused without a text")
            _unknown(state.play, seat, garbage)
        if isinstance(garbage, str):
            _refused(rules.parse_move, state, 0, garbage)
        else:
            _unknown(rules.text, state, 0, garbage)
            _unknown(rules.describe, state, 0, garbage)
            _unknown(rules.preview, state.view(0), garbage)
    for seat in NOT_SEATS:
        refusal = state.refusal(seat, 0)
        same(refusal and refusal.code, "no-such-seat", "garbage is taken for a seat")
        for method in (state.actions, state.candidates, state.decision, state.retract):
            _refused(method, seat)
        _refused(state.play, seat, 0)
        if seat is not None:
            _refused(state.view, seat)
    same(state.digest(), before, "garbage changed the state")


def _refused(call: Callable[..., object], *arguments: object) -> IllegalAction:
    """What a call raises that must be refused."""
    try:
        call(*arguments)
    except IllegalAction as error:
        return error
    raise BrokenLaw(f"{call} took {shown(arguments)}, which must be refused")


def _unknown(call: Callable[..., object], *arguments: object) -> None:
    error = _refused(call, *arguments)
    require(isinstance(error, UnknownAction), f"garbage is refused as {error.code}")


@law(between=3)
def candidates_hold_all_legal_actions_and_say_why_not(state: State, rng: random.Random) -> None:
    for seat in range(int(state.players)):
        candidates = state.candidates(seat)
        same(len({action for action, _ in candidates}), len(candidates), "a candidate stands twice")
        legal = [action for action, error in candidates if error is None]
        same(legal, state.actions(seat), f"seat {seat}: candidates and actions differ")
        for action, error in candidates:
            refusal = state.refusal(seat, action)
            same(error and error.code, refusal and refusal.code, "refused for another reason")
            same(error and error.rule, refusal and refusal.rule, "refused by another rule")


@law(between=0)
def choices_made_at_the_same_time_commute(state: State, rng: random.Random) -> None:
    for now, _, _ in random_play(state, rng, 300):
        if len(now.actors) < 2:
            continue
        seats = rng.sample(now.actors, 2)
        chosen = {seat: rng.choice(now.actions(seat)) for seat in seats}
        ids = {seat: now.decision(seat) for seat in now.actors}
        ends = []
        for order in (seats, seats[::-1]):
            trial = now.copy()
            for n, seat in enumerate(order):
                others = set(now.actors) - set(order[: n + 1])
                trial.play(seat, chosen[seat])
                if others <= set(trial.actors):
                    for other in others:
                        same(trial.decision(other), ids[other], "a vote changed another's decision")
            ends.append(trial.digest())
        same(ends[0], ends[1], "two choices made at the same time depend on their order")


@law(between=0)
def a_decision_once_made_is_not_asked_again(state: State, rng: random.Random) -> None:
    asked: tuple[int, int | None] | None = None
    for now, seat, _ in random_play(state, rng, 200):
        if asked is not None:
            require(now.decision(asked[0]) != asked[1], f"seat {asked[0]} is asked the same again")
        asked = (seat, now.decision(seat)) if len(now.actors) == 1 else None


@law(between=0)
def what_is_taken_back_was_seen_by_its_owner_only(state: State, rng: random.Random) -> None:
    seen = set()
    for n, (now, seat, _) in enumerate(random_play(state, rng, 150)):
        seen.add(now.digest())
        if n % 5:
            continue
        drafts = []
        for action in some(rng, now.actions(seat), 4):
            trial = now.copy()
            trial.play(seat, action)
            others = [json.dumps(trial.view(v)) for v in viewers(now) if v != seat]
            after = trial.digest()
            if trial.retract(seat):
                require(trial.digest() in seen, "taking back leads to a state that never was")
                drafts.append(others)
            else:
                same(trial.digest(), after, "taking back nothing changed the state")
        require(all(others == drafts[0] for others in drafts), "a draft shows in another's view")


@law(between=0)
def a_secret_vote_can_be_changed_by_playing_another(state: State, rng: random.Random) -> None:
    for now, seat, action in random_play(state, rng, 100):
        trial = now.copy()
        trial.play(seat, action)
        if seat in trial.actors or trial.over:
            continue
        free = trial.copy()
        if not free.retract(seat):
            continue
        other = rng.choice(free.actions(seat))
        asked = [(s, trial.decision(s), trial.actions(s)) for s in trial.actors]
        same(trial.refusal(seat, other), None, f"seat {seat} may not change its vote")
        same([(s, trial.decision(s), trial.actions(s)) for s in trial.actors], asked, "asking")
        free.play(seat, other)
        trial.play(seat, other)
        same(trial.digest(), free.digest(), "a changed vote differs from one taken back and made")
