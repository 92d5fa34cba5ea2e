"""What analyses say of somebody's likeness to the engine is for operators alone."""

from __future__ import annotations

from fastapi.testclient import TestClient

from fourwinds.arena.likeness import expected
from fourwinds.server.routes.operator import _likeness
from fourwinds.store.likeness import JudgedSeats
from fourwinds.store.people import People
from fourwinds.store.studies import Studies
from tests.server.conftest import Guest, account
from tests.server.test_api import API
from tests.server.test_ratings import play_out, rated


def test_only_operators_see_who_plays_like_the_engine(guest: Guest, server: TestClient) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    match = rated(ann, ben)
    play_out(match, ann, ben)
    engine = server.app.state.registry.store.engine  # type: ignore[attr-defined]
    moves = [
        {"seat": seat, "loss": 0.0 if seat == 0 else 0.2, "stake": 0.5} for seat in (0, 1) * 200
    ]
    Studies(engine).keep(match, 1, {"of": len(moves), "moves": moves})
    assert ann.get(f"{API}/operator/likeness").status_code == 403
    found = {each.name: each for each in _likeness(JudgedSeats(engine))}
    line = expected("santa-timea")
    assert line is not None
    assert found["Ann"].alarm
    assert not found["Ben"].alarm
    assert (found["Ann"].decisions, found["Ann"].share) == (200, 1.0)
    user = ann.get(f"{API}/me").json()["id"]
    People(engine).set_operator(user, True)
    server.app.state.auth.changed(user)  # type: ignore[attr-defined]
    shown = ann.get(f"{API}/operator/likeness")
    assert [each["name"] for each in shown.json()] == ["Ann", "Ben"]
