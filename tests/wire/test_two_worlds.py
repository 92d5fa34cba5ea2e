"""Two worlds: what a viewer cannot know never shows in what he is sent.

Beside a random match a second one is played on another server that the viewer cannot tell from it:
others hold other cards, choose otherwise in secret, or have not begun to. Every byte sent to the
viewer over his sockets must be the same: frames, answers, errors, sizes, order; and so must the log
lines of the server. Where something hidden came to light, or the next public move is impossible
there, the second world is imagined anew.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest

import fourwinds as fw
from fourwinds.match.match import Match
from fourwinds.server import channel, gate, lane
from fourwinds.server.hall import Hall
from tests.wire.sockets import Channel, body_of, status_of
from tests.wire.worlds import PEOPLE, Clock, Logged, World, imagine, two_worlds

PLAYERS = 3
MOVES = 45
LEAST = 36


class Standing:
    """A stopwatch that stands."""

    @staticmethod
    def perf_counter() -> float:
        return 0.0


@pytest.fixture(scope="module")
def worlds(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[World, World, Clock, Logged]]:
    patch = pytest.MonkeyPatch()
    for timed in (gate, lane):
        patch.setattr(timed, "time", Standing)
    patch.setattr(gate, "new_request_id", lambda given: "request")
    patch.setattr(channel, "FRAMES_A_SECOND", 1e9)  # each comparison asks for a pong
    with two_worlds(tmp_path_factory.mktemp("worlds")) as both:
        yield both
    patch.undo()


class Pair:
    """One match in both worlds, and one viewer whose every byte is compared."""

    def __init__(
        self,
        both: tuple[World, World, Clock, Logged],
        game: str,
        viewer: int | None,
    ) -> None:
        self.real, self.other, self.clock, self.logged = both
        self.viewer = viewer
        self.person = "eve" if viewer is None else PEOPLE[viewer]
        self.rng = random.Random(f"{game} {viewer}")
        self.id = self.real.begin(game, PLAYERS)
        assert self.other.begin(game, PLAYERS) == self.id
        self.match = self.real.match(self.id)
        self.compared = 0
        self.parted = False
        self.imagine()
        self.ears = [world.listen(self.person, self.id) for world in (self.real, self.other)]

    def imagine(self) -> None:
        imagine(self.real, self.other, self.id, self.viewer, self.rng.getrandbits(32))
        self.parted = False

    def close(self) -> None:
        for ear in self.ears:
            ear.close()

    # What the viewer is sent.

    def hear(self) -> None:
        """Both channels send the same frames."""
        number = self.match.number_for(self.viewer)
        heard = [self._until(ear, number) for ear in self.ears]
        assert heard[0] == heard[1]
        self.number = number
        self.compared += 1

    def skip(self) -> None:
        """Let frames pass where the worlds may differ."""
        for ear in self.ears:
            self._until(ear, self.match.number_for(self.viewer))
        self.number = self.match.number_for(self.viewer)

    def _until(self, ear: Channel, number: int) -> list[bytes]:
        last = getattr(self, "number", -1)
        return ear.until(number if number != last else -1)

    def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """The viewer asks both servers the same and gets the same, and so do their logs."""
        answers, logs = [], []
        for world in (self.real, self.other):
            before = len(self.logged.lines)
            answers.append(world.ask(self.person, method, f"/matches/{self.id}{path}", body))
            deadline = time.monotonic() + 60
            while len(self.logged.lines) == before and time.monotonic() < deadline:
                time.sleep(0.0005)
            logs.append(self.logged.lines[before:])
        assert answers[0] == answers[1], path
        assert logs[0] == logs[1]
        assert logs[0]
        self.compared += 1
        return answers[0]

    def look_around(self) -> None:
        """All a viewer may ask for, and what he is refused."""
        rng, seat = self.rng, self.viewer
        other = rng.choice([s for s in range(PLAYERS) if s != seat])
        seen = body_of(self.ask("GET", f"?since=0&lang={rng.choice(('en', 'fr', 'de'))}"))
        asked = seen["asked"]
        action = rng.randrange(self.match.rules.action_count)
        decision = asked["decision"] if asked else "1.0"
        wish = {"seat": other, "decision": decision, "action": action, "yes": True, "wanted": True}
        refused: list[tuple[str, str, dict[str, Any] | None]] = [
            ("POST", "/actions", _only(wish, "seat", "decision", "action")),
            ("POST", "/retract", _only(wish, "seat")),
            ("POST", "/undo", _only(wish, "seat")),
            ("POST", "/resign", _only(wish, "seat")),
            ("POST", "/replace", _only(wish, "seat")),
            ("POST", "/return", _only(wish, "seat")),
            ("POST", "/answer", _only(wish, "seat", "yes")),
            ("POST", "/automatic", _only(wish, "seat", "wanted")),
            ("POST", "/offer-end", _only(wish, "seat")),
            ("POST", "/hint", _only(wish, "seat")),
            ("POST", "/previews", {"seat": other, "actions": [action]}),
            ("GET", f"/preview?seat={other}&action={action}", None),
            ("GET", f"?seat={other}", None),
            ("GET", f"/replay?move=3&seat={other}", None),
            ("GET", "/replay?move=3&all_open=true", None),
            ("GET", "/moves", None),
            ("GET", "/analysis", None),
            ("GET", "/record", None),
            ("POST", "/continue", {"move": 1, "seats": [{"kind": "me"}] * PLAYERS}),
            ("POST", "/rematch", None),
            ("POST", "/start", None),
        ]
        for method, path, body in rng.sample(refused, 4):
            assert status_of(self.ask(method, path, body)) >= 400, path
        self.ask("GET", rng.choice(("/log?lang=fr", "/components", "?since=5")))
        if seat is None or asked is None:
            return
        offered = [each["action"] for each in asked["actions"]]
        self.ask("GET", f"/preview?seat={seat}&action={rng.choice(offered)}")
        self.ask("POST", "/previews", {"seat": seat, "actions": offered[:5]})
        assert status_of(self.ask("POST", "/hint", {"seat": seat})) == 409
        wrong = {"seat": seat, "decision": "0.99", "action": offered[0]}
        assert status_of(self.ask("POST", "/actions", wrong)) == 409
        if action not in offered:
            answer = self.ask("POST", "/actions", {**wrong, "decision": decision, "action": action})
            assert status_of(answer) == 422
        if not asked["retractable"]:
            assert status_of(self.ask("POST", "/retract", {"seat": seat})) == 409

    # What happens at the table.

    def step(self) -> None:
        """Somebody does something."""
        rng = self.rng
        self.clock.now += rng.randrange(50, 4000)
        luck = rng.random()
        if self.match.proposal is not None:
            self._same(PEOPLE[self.match.proposal.asks[0]], "answer", yes=rng.random() < 0.7)
        elif luck < 0.06:
            self._same(rng.choice(PEOPLE[:PLAYERS]), "chat", text=rng.choice(("ahoy", "<b>&")))
        elif luck < 0.14:
            self._same(rng.choice(PEOPLE[:PLAYERS]), "undo")
        elif luck < 0.17:
            muter = rng.randrange(PLAYERS)
            self._same(PEOPLE[muter], "mute", seat=(muter + 1) % PLAYERS, muted=rng.random() < 0.5)
        elif luck < 0.22 and self._retract():
            return
        else:
            self._play()

    def _post(self, world: World, person: str, what: str, body: dict[str, Any]) -> int:
        return status_of(world.ask(person, "POST", f"/matches/{self.id}/{what}", body))

    def _same(self, person: str, what: str, **more: Any) -> None:
        """The same request in both worlds."""
        seat = PEOPLE.index(person)
        body = more if what in ("chat", "mute") else {"seat": seat, **more}
        first = self._post(self.real, person, what, body)
        second = self._post(self.other, person, what, body)
        if first == second:
            # What is taken back may have been chosen otherwise there.
            self._settle(compare=True)
        else:
            assert person != self.person
            self._anew()

    def _retract(self) -> bool:
        """Somebody takes a secret choice back, if there is one in both worlds."""
        states = [world.match(self.id).state for world in (self.real, self.other)]
        assert states[0] is not None
        assert states[1] is not None
        found = [
            seat
            for seat in range(PLAYERS)
            if states[0].copy().retract(seat) and states[1].copy().retract(seat)
        ]
        if not found or self.parted:
            return False
        self._same(PEOPLE[self.rng.choice(found)], "retract")
        return True

    def _play(self) -> None:
        rng, real, other = self.rng, self.real.match(self.id), self.other.match(self.id)
        assert real.state is not None
        assert other.state is not None
        seat = rng.choice(real.state.actors)
        action = rng.choice(real.state.actions(seat))
        body = {"seat": seat, "decision": real.decision(seat), "action": action}
        assert self._post(self.real, PEOPLE[seat], "actions", body) == 200
        # A choice that stays hidden is made otherwise in the other world, or not at all.
        hidden = seat != self.viewer and real.state.copy().retract(seat)
        offered = other.state.actions(seat)
        choice: int | None = action if action in offered else None
        if hidden:
            waiting = seat in real.state.actors
            offered = [a for a in offered if stays_hidden(other, seat, a, real.state.actors)]
            choice = rng.choice(offered) if offered else None
            if waiting and rng.random() < 0.3:
                self.parted = True
                self._settle(compare=True)
                return
            self.parted = self.parted or choice != action
        if choice is None or (self.parted and not hidden):
            self._anew()
            return
        body = {"seat": seat, "decision": other.decision(seat), "action": choice}
        assert self._post(self.other, PEOPLE[seat], "actions", body) == 200
        same = real.state.view(self.viewer) == other.state.view(self.viewer)
        if not same:
            # Only what comes to light may tell the worlds apart.
            assert real.moves[-1].learnt or other.moves[-1].learnt
        self._settle(compare=same)

    def _settle(self, compare: bool) -> None:
        if compare:
            self.hear()
        else:
            self._anew()

    def _anew(self) -> None:
        self.imagine()
        self.skip()


def _only(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: body[name] for name in names}


def stays_hidden(match: Any, seat: int, action: int, actors: tuple[int, ...]) -> bool:
    """Whether nobody would know of the action yet."""
    trial = match.state.copy()
    trial.play(seat, action)
    return bool(trial.actors == actors and trial.retract(seat))


def compare(both: tuple[World, World, Clock, Logged], game: str, viewer: int | None) -> int:
    """Play a random match in both worlds; returns how often something was compared."""
    pair = Pair(both, game, viewer)
    try:
        pair.hear()
        for turn in range(MOVES):
            if pair.match.status != "running":
                break
            pair.step()
            if turn % 3 == 0 and pair.match.status == "running":
                pair.look_around()
    finally:
        pair.close()
    return pair.compared


def compare_all(both: tuple[World, World, Clock, Logged], game: str) -> None:
    for viewer in (0, 1, 2, None):
        compare(both, game, viewer)


@pytest.mark.parametrize("game", fw.games())
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_every_byte_is_the_same_in_both_worlds(
    worlds: tuple[World, World, Clock, Logged], game: str, viewer: int | None
) -> None:
    assert compare(worlds, game, viewer) >= LEAST


@pytest.mark.parametrize(
    ("game", "leak"),
    [
        # It shows only where parts of a choice stay hidden, which chance must bring about.
        ("regatta", lambda match: {"entries": match.number}),
        ("santa-timea", lambda match: {"another": match.state.view(1)}),
        (
            "santa-timea",
            lambda match: {"size": "x" * (crc32(str(match.state.view(1)).encode()) % 99)},
        ),
    ],
    ids=["number of entries", "another view", "size"],
)
def test_a_server_that_leaks_is_caught(
    worlds: tuple[World, World, Clock, Logged],
    game: str,
    leak: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = Hall._message

    def leaking(self: Hall, match: Match, viewer: int | None, since: int) -> dict[str, Any]:
        told: dict[str, Any] = leak(match)
        return honest(self, match, viewer, since) | told

    monkeypatch.setattr(Hall, "_message", leaking)
    with pytest.raises(AssertionError):
        compare_all(worlds, game)
