"""Every field of every observation says what the table of fields says, by the view alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rollout import play_randomly

from .test_observations import EVERYWHERE, observation

View = dict[str, Any]
GOODS = ["apple", "spice", "cheese", "silk"]
RECORDS = Path(__file__).parents[1] / "records"
EVERY = {"regatta": 7, "santa-timea": 7, "vor-dem-wind": 43, "winds-of-plunder": 11}
SELDOM = {"sailing-on", "choosing", "spoiling", "steering"}  # steps always looked at
WINDS = [f"{direction}{damage}" for direction in "NESW" for damage in (1, 2, 3)]


class Seen:
    """A view, read in the order of an observation: from the observer on, clockwise."""

    def __init__(self, rules: fw.Rules, view: View) -> None:
        self.rules = rules
        self.view = view
        me, players = view["seat"], view["players"]
        self.order = [*range(me, players), *range(me)]

    def turned(self, values: Sequence[Any]) -> list[Any]:
        return [values[seat] for seat in self.order]

    def marked(self, seats: Iterable[int | None]) -> list[int]:
        chosen = set(seats)
        return [int(seat in chosen) for seat in self.order]

    def step(self, name: str | None = None) -> list[int]:
        names = [step.name for step in self.rules.game.steps]
        return one_hot(len(names), names.index(name or self.view["step"]))


def one_hot(size: int, place: int | None) -> list[int]:
    return [int(i == place) for i in range(size)]


def counted(names: Iterable[str | None], kinds: Sequence[str]) -> list[int]:
    found = Counter(names)
    return [found[kind] for kind in kinds]


def flat(lists: Iterable[Iterable[int]]) -> list[int]:
    return [number for numbers in lists for number in numbers]


def place_of(value: Any, values: Sequence[Any]) -> int | None:
    return None if value is None else values.index(value)


# Santa Timea.


def santa_timea(seen: Seen) -> dict[str, list[int]]:
    view = seen.view
    cards = [f"{d}{v}" for d in "NESW" for v in range(1, 15)] + ["P"]
    steps = ["playing", "choosing", "over"]
    trick = {move["seat"]: move for move in view["trick"]}
    over = view["over"]
    return {
        "step": one_hot(3, steps.index(view["step"])),
        "round": [view["round"]],
        "actor": seen.marked(view["actors"]),
        "first": seen.marked([view["first"]]),
        "leader": seen.marked([view["leader"]]),
        "scores": seen.turned(view["scores"]),
        "rounds_won": seen.turned(view["rounds_won"]),
        "hand": counted(view["hand"], cards),
        "counts": seen.turned(view["counts"]),
        "played": counted((m["card"] for m in [*view["played"], *view["trick"]]), cards),
        "trick": flat(laid(trick.get(seat)) for seat in seen.order),
        "row": flat(blowing(view["row"][i : i + 1]) for i in range(3)),
        "forecast": counted(view["forecast"], WINDS),
        "aside": counted(view["aside"], WINDS),
        "taken": flat(counted(view["taken"][seat], WINDS) for seat in seen.order),
        "choice": one_hot(4, None if over else place_of(view["choice"], "NESW")),
        "kept": flat(
            [int(d in (view["kept"] or [""] * view["players"])[seat]) for d in "NESW"]
            for seat in seen.order
        ),
    }


def laid(move: dict[str, Any] | None) -> list[int]:
    if move is None:
        return [0] * 8
    card = move["card"]
    twice = int(2 * move["value"])
    if card == "P":
        return [1, 0, 0, 0, 0, 1, 0, twice]
    return [1, *(int(card[0] == d) for d in "NESW"), 0, int(card[1:]), twice]


def blowing(winds: list[str]) -> list[int]:
    if not winds:
        return [0] * 5
    return [*(int(winds[0][0] == d) for d in "NESW"), int(winds[0][1:])]


# Vor dem Wind.


def vor_dem_wind(seen: Seen) -> dict[str, list[int]]:
    view = seen.view
    box: Any = seen.rules.box
    specials = box.names[: box.specials]
    bidding = view["bidding"]
    offers = [0] * view["players"]
    if bidding:
        offers = [-1 if offer is None else offer for offer in seen.turned(bidding["offers"])]
    world = seen.rules.imagine(view, 1)
    draft = [seen.rules.parse(world, view["seat"], text) for text in view["draft"] or ()]
    row = [*view["row"], *[None] * view["players"]][: view["players"]]
    port = [*view["port"], *[None] * 7][:7]
    out_of_play = [*view["gone"], *(ship for ships in view["delivered"] for ship in ships)]
    return {
        "step": seen.step(),
        "actor": seen.marked(view["actors"]),
        "first": seen.marked([view["first"]]),
        "scores": seen.turned(view["scores"]),
        "gold": seen.turned(view["gold"]),
        "paid": seen.turned([int(paid) for paid in view["paid"]]),
        "hands": flat(counted(goods, GOODS) for goods in seen.turned(view["hands"])),
        "warehouses": flat(counted(goods, GOODS) for goods in seen.turned(view["warehouses"])),
        "supply": [view["supply"][good] for good in GOODS],
        "specials": flat(counted(cards, specials) for cards in seen.turned(view["specials"])),
        "conservation": flat(
            counted(cards, specials) for cards in seen.turned(view["conservation"])
        ),
        "row": flat(action_card(card) for card in row),
        "front": flat(before_a_seat(front) for front in seen.turned(view["front"])),
        "port": flat(ship_in_port(ship) for ship in port),
        "stacks": [view["stack_counts"][name] for name in ("purchase", "storage", "shipment")],
        "ships": [view["ship_counts"][name] for name in ("large", "small")],
        "discards": counted(view["discards"], box.names),
        "ships_out": counted(out_of_play, box.ship_names),
        "sheltered": seen.turned([int(used) for used in view["sheltered"]]),
        "owner": seen.marked([bidding and bidding["owner"]]),
        "opener": seen.marked([bidding and bidding["opener"]]),
        "offers": offers,
        "acted": [int(view["acted"])],
        "special": one_hot(len(specials), place_of(view["special"], specials)),
        "kept": counted(view["kept"]["warehouse"], GOODS) + counted(view["kept"]["hand"], GOODS),
        "draft": [draft.count(action) for action in range(181)],
    }


def action_card(name: str | None) -> list[int]:
    if name is None:
        return [0] * 15
    uses = (
        "buy store income free-trade conservation buy-and-store exchange market-sale safe-shelter"
    ).split()
    use, _, rest = name.partition(":")
    goods = rest.split("+") if use == "buy" else []
    number, gold = len(goods), 0
    if use in ("store", "buy-and-store"):
        number, gold = (int(part) for part in rest.split("/"))
    elif use == "income":
        gold = int(rest)
    elif rest and not goods:
        number = int(rest)
    return [*one_hot(9, uses.index(use)), *counted(goods, GOODS), number, gold]


def before_a_seat(front: dict[str, Any] | None) -> list[int]:
    if front is None:
        return [0] * 19
    if front["card"] is None:
        return [0, 0, 1, front["money"], *action_card(None)]
    up = int(front["face"] == "up")
    return [up, 1 - up, 0, 0, *action_card(front["card"])]


def ship_in_port(name: str | None) -> list[int]:
    if name is None:
        return [0] * 7
    size, rest = name.split(":")
    goods, points = rest.split("/")
    return [1, int(size == "small"), *counted(goods.split("+"), GOODS), int(points)]


# Winds of Plunder.


def winds_of_plunder(seen: Seen) -> dict[str, list[int]]:
    view = seen.view
    ports = [place["port"] for place in view["chart"]]
    winds = ["north", "east", "south", "west"]
    kinds = seen.rules.box.card_names
    tiles = [*(view["ports"][port] for port in ports), *view["bar"]]
    turn = view["turn_state"] or {}
    advantages = view["advantages"]
    places = [None, *ports, *(f"bar{i}" for i in range(1, 7))]
    drafts = [{"kind": "gust", "gust": way} for way in [*winds, "farther"]]
    drafts += [{"kind": "intrigue", "place": place} for place in places]
    return {
        "step": seen.step(),
        "round": [view["round"]],
        "actors": seen.marked(view["actors"]),
        "wind": one_hot(4, winds.index(view["wind"])),
        "blackbeard": seen.marked([view["blackbeard"]]),
        "scores": seen.turned(view["vp"]),
        "cubes": seen.turned(view["cubes"]),
        "reserve": seen.turned(view["reserve"]),
        "items": flat(seen.turned(view[item]) for item in ("weapons", "crew", "provisions")),
        "booty": seen.turned(view["booty"]),
        "advantages": flat(
            seen.marked([advantages[name]])
            for name in ("most-weapons", "largest-crew", "most-provisions")
        ),
        "ships": flat(counted([port], ports) for port in seen.turned(view["ships"])),
        "reputation": flat(counted(names, ports) for names in seen.turned(view["reputation"])),
        "tiles": flat([*(int(s in tile[1:]) for s in "wcpt"), int(tile[0])] for tile in tiles),
        "chosen": seen.marked(view["chosen"]),
        "votes": flat(one_hot(4, place_of(vote, winds)) for vote in seen.turned(view["votes"])),
        "bids": flat([int(bid is not None), bid or 0] for bid in seen.turned(view["bids"])),
        "turn": seen.marked([view["turn"]]),
        "first": seen.marked([turn.get("first")]),
        "turns": [turn.get("done", 0)],
        "points": [turn.get("points", 0)],
        "sailed": [turn.get("sailed", 0)],
        "heaved": [int(turn.get("heaved", False))],
        "bonus": [int(turn.get("bonus", False))],
        "draft": one_hot(24, place_of(turn.get("draft"), drafts)),
        "hand": counted(view["hand"], kinds),
        "counts": seen.turned(view["counts"]),
        "deck": [view["deck"]],
        "discards": counted(view["discards"], kinds),
        "treasures": counted(view["treasure_hand"], ports),
        "treasure_counts": seen.turned(view["treasure_counts"]),
        "treasure_deck": [view["treasure_deck"]],
        "open": flat(counted(names, ports) for names in seen.turned(view["treasures"]["open"])),
    }


# Regatta.


def regatta(seen: Seen) -> dict[str, list[int]]:
    view = seen.view
    names = seen.rules.box.names
    kinds = [*names, *[""] * 40][:40]
    boats = [boat or {} for boat in seen.turned(view["boats"])]
    afloat = [boat if "x" in boat else None for boat in boats]
    colours = ["red", "green", "yellow", "blue"]
    return {
        "step": seen.step(),
        "actor": seen.marked(view["actors"]),
        "first": seen.marked([view["first"]]),
        "boats": flat(one_hot(4, place_of(boat.get("boat"), colours)) for boat in boats),
        "afloat": [int(boat is not None) for boat in afloat],
        "places": flat([b["x"] // 100, b["y"] // 100] if b else [0, 0] for b in afloat),
        "headings": flat(pointing(b["heading"]) if b else [0, 0] for b in afloat),
        "stages": flat(one_hot(7, b["stage"] if b else None) for b in afloat),
        "remaining": [min(32767, b["remaining"] // 100) if b else 0 for b in afloat],
        "becalmed": [int(b["becalmed"]) if b else 0 for b in afloat],
        "hand": counted(view["hand"], kinds),
        "counts": seen.turned(view["counts"]),
        "discards": counted(view["discards"], kinds),
        "pile": [view["pile"]],
        "draft": counted(view["draft"], kinds),
        "helm": [int(view.get("helm", False))],
        "played": [view.get("played", 0)],
        "card": one_hot(40, place_of(view.get("card"), names)),
        "limits": flat(limits(kinds, hand) for hand in seen.turned(view["hand_limits"])),
    }


def limits(kinds: list[str], hand: list[Any]) -> list[int]:
    """Of each kind the strictest limit that it is under; a hand holds five cards at most."""
    return [min([5, *(each["most"] for each in hand if kind in each["cards"])]) for kind in kinds]


def pointing(heading: int) -> list[int]:
    """East and north of 1000; headings are fortieths of a degree, clockwise from north."""
    angle = math.radians(heading / 40)
    return [math.floor(1000 * part + 0.5) for part in (math.sin(angle), math.cos(angle))]


READERS: dict[str, Callable[[Seen], dict[str, list[int]]]] = {
    "regatta": regatta,
    "santa-timea": santa_timea,
    "vor-dem-wind": vor_dem_wind,
    "winds-of-plunder": winds_of_plunder,
}


def compare(state: fw.State) -> set[str]:
    """Compare all observations of a state with its views; the fields that were not all 0."""
    spoken: set[str] = set()
    rules = state.rules
    for seat in range(rules.players):
        expected = READERS[rules.game.id](Seen(rules, state.view(seat)))
        assert list(expected) == [field.name for field in rules.fields]
        row = observation(state, seat)
        at = 0
        for field in rules.fields:
            within = [max(field.low, min(field.high, n)) for n in expected[field.name]]
            assert row[at : at + field.size] == within, field.name
            at += field.size
        spoken |= {name for name, numbers in expected.items() if any(numbers)}
    return spoken


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_every_field_can_be_read_off_the_view(game: str, players: int) -> None:
    rules = fw.game(game).rules(players)
    chance = stream_of_seed(players, "fields")
    for seed in range(3):
        state = rules.start(seed)
        for _ in range(30):
            compare(state)
            play_randomly(state, chance, 1 + seed * 7)


@pytest.mark.parametrize("game", fw.games())
def test_so_it_is_in_the_kept_records_where_every_field_speaks(game: str) -> None:
    spoken: set[str] = set()
    for number, path in enumerate(sorted((RECORDS / game).glob("*.record"))):
        for at, state in enumerate(fw.Record.load(path).states()):
            if at % EVERY[game] == number % EVERY[game] or state.step.name in SELDOM:
                spoken |= compare(state)
    silent = {field.name for field in fw.game(game).rules().fields} - spoken
    assert silent <= {"kept", "heaved"}, "fields that were never anything but 0, but for these two"


def test_sets_that_are_kept_are_seen_while_others_are_asked_about() -> None:
    rules = fw.game("santa-timea").rules(2, {"expert": True, "rounds": 1})
    chance = stream_of_seed(1, "kept")
    for seed in range(2000):
        state = rules.start(seed)
        while state.step.name == "playing":
            play_randomly(state, chance, 1)
        if state.step.name == "choosing":
            state.play(state.actors[0], state.actions(state.actors[0])[1])
        if state.step.name == "choosing":
            assert {"kept", "choice"} <= compare(state)
            return
    pytest.fail("no match has a set that is kept while another is asked about")


def test_a_heave_is_seen() -> None:
    record = fw.Record.load(next((RECORDS / "winds-of-plunder").glob("*.record")))
    sailed = (s for s in record.states() if (s.view(0)["turn_state"] or {}).get("sailed"))
    state = next(sailed)
    position = state.position()
    position["turn_state"] |= {"sailed": 2, "heaved": True, "points": 1}
    assert "heaved" in compare(state.rules.position(position))
