"""Two worlds: what a viewer cannot know never shows in what he is sent.

Beside a random match a second one is played on another server that the viewer cannot tell from it:
others hold other cards, choose otherwise in secret, or have not begun to. Every byte sent to the
viewer over his sockets must be the same: frames, answers, errors, sizes, order; and so must the log
lines of the server. Where something hidden came to light, or the next public move is impossible
there, the second world is imagined anew.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest

import fourwinds as fw
from fourwinds.match.match import Match
from fourwinds.server import middleware
from fourwinds.server.botqueue import analysis
from fourwinds.server.live.feeds import ViewerFeed
from fourwinds.server.routes import channel
from tests.wire.sockets import Channel, body_of, payload, status_of
from tests.wire.worlds import PEOPLE, Clock, Logged, World, imagine, two_worlds

PLAYERS = 3
MOVES = 45
LEAST = 36
HINTS = 5
ELSEWHERE = (
    "/lobby/live",
    "/lobby/tables",
    "/lobby/replays",
    "/me/matches",
    "/users/{other}",
    "/users/{other}/matches",
    "/users/{other}/ratings",
    "/people?name=ben",
    "/me/data",
    "/me/friends",
    "/me/clubs",
    "/me/duplicates",
    "/me/notices",
    "/daily",
    "/tournaments",
    "/bot-league",
    "/ratings?game=santa-timea&players=3",
)
"""Pages beside the table that must not tell of it either."""


class Standing:
    """A stopwatch that stands."""

    @staticmethod
    def perf_counter() -> float:
        return 0.0

    @staticmethod
    def monotonic() -> float:
        return 0.0


@pytest.fixture(scope="module")
def worlds(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[World, World, Clock, Logged]]:
    patch = pytest.MonkeyPatch()
    patch.setattr(middleware, "time", Standing)
    patch.setattr(channel, "time", Standing)
    patch.setattr(middleware, "new_request_id", lambda given: "request")
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
        rated: bool = True,
    ) -> None:
        self.rated = rated
        self.real, self.other, self.clock, self.logged = both
        self.viewer = viewer
        self.person = "eve" if viewer is None else PEOPLE[viewer]
        self.rng = random.Random(f"{game} {viewer}")
        self.id = self.real.begin(game, PLAYERS, rated)
        assert self.other.begin(game, PLAYERS, rated) == self.id
        self.match = self.real.match(self.id)
        self.compared, self.looked = 0, 4 * PEOPLE.index(self.person)
        self.parted = False
        self.imagine()
        self.listen()

    def listen(self) -> None:
        """Connect; what is pushed then are patches of the picture that comes first."""
        self.ears = [world.listen(self.person, self.id) for world in (self.real, self.other)]

    def imagine(self) -> None:
        imagine(self.real, self.other, self.id, self.viewer, self.rng.getrandbits(32))
        # Somebody may be in the middle of a choice here and not have begun it there.
        secrets = [self._secret(seat) for seat in range(PLAYERS)]
        self.parted = any(here != there for here, there in secrets)

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

    def _until(self, ear: Channel, number: int) -> list[bytes]:
        last = getattr(self, "number", -1)
        return ear.until(number if number != last else -1)

    def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """The same of the match."""
        return self.ask_server(method, f"/matches/{self.id}{path}", body)

    def ask_server(self, method: str, path: str, body: Any = None) -> bytes:
        """The viewer asks both servers the same and gets the same, and so do their logs."""
        answers, logs = [], []
        for world in (self.real, self.other):
            before = len(self.logged.lines)
            answers.append(world.ask(self.person, method, path, body))
            deadline = time.monotonic() + 60
            while len(self.logged.lines) == before and time.monotonic() < deadline:
                time.sleep(0.0005)
            logs.append(self.logged.lines[before:])
        assert answers[0] == answers[1], path
        assert logs[0] == logs[1]
        assert logs[0]
        self.compared += 1
        return answers[0]

    def command(self, **command: Any) -> dict[str, Any]:
        """The viewer sends both servers the same over his channels; so are all frames that come."""
        heard = []
        for ear in self.ears:
            ear.say(json.dumps({**command, "key": "k"}))
            frames = [ear.frame()]
            while "push" in (last := json.loads(payload(frames[-1]))):
                frames.append(ear.frame())
            heard.append(frames)
        assert heard[0] == heard[1]
        self.compared += 1
        return dict(last)

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
        elsewhere = ELSEWHERE[self.looked % len(ELSEWHERE)]
        elsewhere = elsewhere.format(other=self.match.seats[other].holder)
        self.looked += 1
        assert status_of(self.ask_server("GET", elsewhere)) == 200
        commands: list[dict[str, Any]] = [
            {"do": "play", **_only(wish, "seat", "decision", "action")},
            {"do": "why-not", **_only(wish, "seat", "action")},
            *({"do": do, "seat": other} for do in ("retract", "undo", "resign", "return")),
            {"do": "answer", "seat": other, "yes": True},
        ]
        for command in rng.sample(commands, 2):
            assert "error" in self.command(**command), command
        if seat is None or asked is None:
            return
        offered = [each["action"] for each in asked["actions"]]
        self.ask("GET", f"/preview?seat={seat}&action={rng.choice(offered)}")
        self.ask("POST", "/previews", {"seat": seat, "actions": offered[:5]})
        if self.rated:
            assert status_of(self.ask("POST", "/hint", {"seat": seat})) == 409
        wrong = {"seat": seat, "decision": "0.99", "action": offered[0]}
        assert status_of(self.ask("POST", "/actions", wrong)) == 409
        for tried in (action, *(each["action"] for each in asked["refused"][:2])):
            assert "refusal" in self.command(do="why-not", seat=seat, action=tried)
        if action not in offered:
            answer = self.ask("POST", "/actions", {**wrong, "decision": decision, "action": action})
            assert status_of(answer) == 422
        if not asked["retractable"]:
            assert status_of(self.ask("POST", "/retract", {"seat": seat})) == 409

    def take_a_hint(self) -> bool:
        """What the coach and hints say is the same, and so is what their worker was told."""
        state = self.match.state
        if self.viewer is None or state is None or self.viewer not in state.actors:
            return False
        for world in (self.real, self.other):
            world.jobs.clear()
        came = self.ask(
            "POST", f"/hint?lang={self.rng.choice(('en', 'fr', 'de'))}", {"seat": self.viewer}
        )
        assert status_of(came) == 200, came
        assert self.real.jobs == self.other.jobs
        return bool(body_of(came)["actions"])

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
        elif luck < 0.14 and self._undo():
            return
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

    def _undo(self) -> bool:
        """Somebody takes back what he did last, if that is as secret in both worlds.

        Who has chosen in secret takes that back, and nobody hears of it; who has not, asks the
        others for his last move.
        """
        seat = self.rng.randrange(PLAYERS)
        real, other = self._secret(seat)
        if real != other:
            return False
        self._same(PEOPLE[seat], "undo")
        return True

    def _retract(self) -> bool:
        """Somebody takes a secret choice back, if there is one in both worlds."""
        found = [seat for seat in range(PLAYERS) if all(self._secret(seat))]
        if not found or self.parted:
            return False
        self._same(PEOPLE[self.rng.choice(found)], "retract")
        return True

    def _secret(self, seat: int) -> list[bool]:
        """Whether a seat has chosen something that is still secret, in the real world and there."""
        states = [world.match(self.id).state for world in (self.real, self.other)]
        return [state is not None and state.copy().retract(seat) > 0 for state in states]

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
        """Another world; the picture of the one before is of no use to a patch there."""
        self.imagine()
        self.close()
        self.listen()
        self.number = -1
        self.hear()


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


def compare_hints(both: tuple[World, World, Clock, Logged], game: str, viewer: int) -> int:
    """The same with hints at the viewer's decisions; returns how many there were."""
    pair = Pair(both, game, viewer, rated=False)
    hints = 0
    try:
        pair.hear()
        for _ in range(MOVES):
            if pair.match.status != "running" or hints == HINTS:
                break
            hints += pair.take_a_hint()
            pair.step()
    finally:
        pair.close()
    return hints


def compare_all(both: tuple[World, World, Clock, Logged], game: str) -> None:
    for viewer in (0, 1, 2, None):
        compare(both, game, viewer)


@pytest.mark.parametrize("game", fw.games())
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_every_byte_is_the_same_in_both_worlds(
    worlds: tuple[World, World, Clock, Logged], game: str, viewer: int | None
) -> None:
    assert compare(worlds, game, viewer) >= LEAST


@pytest.mark.parametrize("game", fw.games())
def test_coach_and_hints_are_the_same_in_both_worlds(
    worlds: tuple[World, World, Clock, Logged], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "HINT", "24it")
    assert compare_hints(worlds, game, 1) >= 3


def test_a_hint_that_leaks_is_caught(
    worlds: tuple[World, World, Clock, Logged], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that knows of a card in another hand."""
    monkeypatch.setattr(analysis, "HINT", "24it")
    honest = analysis.Analyser.hint

    async def leaking(
        self: analysis.Analyser, match_id: str, user: str, seat: int
    ) -> list[dict[str, Any]]:
        found = await honest(self, match_id, user, seat)
        state = self.registry.loaded[match_id].match.state
        assert state is not None
        hidden = crc32(str(state.view((seat + 1) % PLAYERS)).encode()) % 99
        return [{**each, "points": hidden} for each in found]

    monkeypatch.setattr(analysis.Analyser, "hint", leaking)
    with pytest.raises(AssertionError):
        compare_hints(worlds, "santa-timea", 1)


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
    """Over the channel alone: what routes answer is compared as well, but is honest here."""
    honest = ViewerFeed._look

    def leaking(
        self: ViewerFeed, match: Match, since: int, present: list[bool], now: int
    ) -> tuple[str, dict[str, Any]]:
        head, picture = honest(self, match, since, present, now)
        return head, picture | leak(match)

    monkeypatch.setattr(ViewerFeed, "_look", leaking)
    with pytest.raises(AssertionError):
        compare_all(worlds, game)
