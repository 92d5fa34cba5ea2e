"""Histories of people: how their matches came out, found quickly, and forgotten with them."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import delete, select, text

from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup, SeatSetup
from fourwinds.store.history import PAGE, History, Wanted
from fourwinds.store.migrations.seatings import results_of
from fourwinds.store.models import EntryRow, ResultRow
from fourwinds.store.people import People, User
from fourwinds.store.ratings import Ratings
from fourwinds.store.store import Store
from tests.match.tables import SECRET, play_out


def played(store: Store, ann: User, ben: User, now: int, **more: Any) -> Match:
    """A match of Ann and Ben that Ben resigns at a time."""
    rated = more.pop("rated", True)
    setup = MatchSetup("santa-timea", (SeatSetup("me"), SeatSetup("open")), rated=rated, **more)
    match_id = secrets.token_hex(8)
    match = Match.create(match_id, setup, ann.id, ann.name, SECRET, ["x"] * 2, now)
    match.join(ben.id, ben.name, now)
    match.start(ann.id, now)
    match.resign(ben.id, 1, now)
    store.append(match, match.take_fresh(), None)
    return match


def two(store: Store) -> tuple[User, User]:
    people = People(store.engine)
    return people.add("Ann", 1), people.add("Ben", 1)


def test_a_history_has_what_was_played(store: Store) -> None:
    ann, ben = two(store)
    history = History(store.engine)
    public = played(store, ann, ben, 10)
    private = played(store, ann, ben, 20, private=True, rated=False)
    mine = history.page(ann.id, True, Wanted())
    assert [row["match"] for row in mine] == [private.id, public.id]
    assert mine[1]["outcome"] == "won"
    assert [seat["name"] for seat in mine[1]["seats"]] == ["Ann", "Ben"]
    assert [seat["place"] for seat in mine[1]["seats"]] == [1, 2]
    assert [row["match"] for row in history.page(ann.id, False, Wanted())] == [public.id]
    [game] = history.games(ben.id, True)
    assert (game["game"], game["matches"], game["lost"]) == ("santa-timea", 2, 2)
    assert [row["matches"] for row in history.games(ben.id, False)] == [1]
    assert history.streaks(ann.id, True) == (2, 2)
    assert history.streaks(ben.id, True) == (0, 0)
    [curve] = history.curves(ann.id)
    assert (curve["players"], len(curve["points"])) == (2, 1)
    assert curve["points"][0]["mu"] == Ratings(store.engine).of(ann.id)[0]["mu"]


def test_a_history_is_searched_and_paged(store: Store) -> None:
    ann, ben = two(store)
    cid = People(store.engine).add("Cid", 1)
    history = History(store.engine)
    times = [*range(PAGE + 5), PAGE + 4, PAGE + 4]
    matches = [played(store, ann, ben, now).id for now in times]
    alone = played(store, cid, ann, 99, rated=False).id
    seen: list[str] = []
    before = None
    while page := history.page(ann.id, True, Wanted(), before):
        seen += [row["match"] for row in page]
        before = (page[-1]["ended"], page[-1]["match"])
    assert seen[0] == alone
    assert sorted(seen) == sorted([*matches, alone])

    def found(**wanted: Any) -> list[str]:
        return [row["match"] for row in history.page(ann.id, True, Wanted(**wanted))]

    assert found(opponent="cid") == found(rated=False) == found(outcome="lost") == [alone]
    assert found(opponent="Ann") == found(game="regatta") == []
    assert len(found(game="santa-timea", opponent="BEN", outcome="won", rated=True)) == PAGE
    assert history.streaks(ann.id, True) == (0, len(matches))


def test_who_plays_against_himself_neither_wins_nor_loses(store: Store) -> None:
    ann, _ = two(store)
    seats = (SeatSetup("me"), SeatSetup("hot-seat", None, "Otto"), SeatSetup("bot", "deckhand"))
    setup = MatchSetup("high-tide", seats)
    match = Match.create(secrets.token_hex(8), setup, ann.id, "Ann", SECRET, ["x"] * 3, 1)
    match.start(ann.id, 1)
    play_out(match)
    store.append(match, match.take_fresh(), None)
    [row] = History(store.engine).page(ann.id, True, Wanted())
    assert row["outcome"] == "none"
    assert [seat["user"] for seat in row["seats"]] == [ann.id, None, None]
    assert row["seats"][2]["bot"] == "deckhand"
    assert [seat["score"] for seat in row["seats"]] == list(match.ended.scores)  # type: ignore[union-attr, arg-type]


def test_names_in_histories_are_taken_away_and_forgotten(store: Store) -> None:
    ann, ben = two(store)
    people, history = People(store.engine), History(store.engine)
    match = played(store, ann, ben, 10)
    history.hide(ben.id, True)
    assert history.hidden(ben.id)
    assert not history.hidden(ann.id)
    history.hide(ben.id, False)
    assert not history.hidden(ben.id)
    match.rename(ann.id, "Nameless", 11)
    store.append(match, match.take_fresh(), None)
    assert history.page(ben.id, True, Wanted())[0]["seats"][0]["name"] == "Nameless"
    told = people.export(ben.id)
    assert [row["match"] for row in told["results"]] == [match.id]
    assert told["profiles"] == [{"user": ben.id, "hidden": False}]
    match.forget(ben.id, "former-1", 12)
    store.append(match, match.take_fresh(), None)
    people.forget(ben.id)
    [row] = history.page(ann.id, True, Wanted())
    gone = {"user": None, "name": "former player", "bot": None, "place": 2, "score": None}
    assert row["seats"][1] == gone
    assert history.page(ben.id, True, Wanted()) == []


def test_results_are_found_again_from_logs_alone(store: Store) -> None:
    """As the step does that brings the table to a database of an earlier version."""
    ann, ben = two(store)
    rows: list[Any] = []
    for match in (played(store, ann, ben, 10), played(store, ann, ben, 20, rated=False)):
        with store.engine.begin() as connection:
            kept = connection.execute(
                select(ResultRow).where(ResultRow.match == match.id).order_by(ResultRow.seat)
            ).all()
            log = connection.execute(
                select(EntryRow).where(EntryRow.match == match.id).order_by(EntryRow.number)
            ).all()
        again = results_of(log)
        later = {"mu": None, "sigma": None, "accuracy": None}
        assert [{**row, **later} for row in again] == [{**row._mapping, **later} for row in kept]
        rows += kept
    assert results_of([]) == []
    # What they made of ratings is found by rating them again.
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE results SET mu = NULL, sigma = NULL"))
    Ratings(store.engine).rate_again()
    with store.engine.begin() as connection:
        mine = select(ResultRow).where(ResultRow.user.in_([ann.id, ben.id]))
        assert sorted(connection.execute(mine).all()) == sorted(rows)
        connection.execute(delete(ResultRow))


def test_pages_are_found_by_an_index(store: Store) -> None:
    if store.shared:
        return  # what PostgreSQL plans depends on how much there is
    plans = []
    for where in ("", "AND game = 'regatta'"):
        asked = (
            f"SELECT * FROM results WHERE \"user\" = 'a' {where} ORDER BY ended DESC, match DESC"
        )
        with store.engine.connect() as connection:
            plans.append(str(connection.execute(text(f"EXPLAIN QUERY PLAN {asked}")).all()))
    assert "results_by_user" in plans[0]
    assert "results_by_game" in plans[1]
    assert "TEMP B-TREE" not in "".join(plans)
