"""People who know each other: an evening of duplicate tables, from its making to the comparison."""

from __future__ import annotations

from playwright.sync_api import expect

from fourwinds import bots
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

MOVES = 400


def play_out(match: str, *people: Visitor) -> None:
    """Play a match of several people to its end without looking at any page."""
    quick = bots.make("deckhand", 1)
    for _ in range(MOVES):
        for who in people:
            move = who.advised(match, quick)
            if move is not None:
                body = {name: move[name] for name in ("action", "decision", "seat")}
                who.post(f"/matches/{match}/actions", body)
        if people[0].look(match)["table"]["status"] == "over":
            return
    raise AssertionError("the match did not end")


def test_an_evening_of_two_tables_is_played_and_compared(visit: Visit) -> None:
    ada, bob, cleo, dora = people = [visit(name) for name in ("Ada", "Bob", "Cleo", "Dora")]
    page = ada.page
    page.goto("/duplicates")
    page.get_by_label("What it is called").fill("Wednesday")
    page.get_by_label("Game").select_option("santa-timea")
    page.get_by_label("Players at each table").select_option("2")
    page.locator("form.make .fields select").nth(2).select_option("1")
    page.get_by_label("Two teams of 2").check()
    page.get_by_role("button", name="Make it").click()
    link = page.get_by_label("Link to take part").input_value()
    evening = link.partition("#")[0]
    for who, team in ((bob, 1), (cleo, 0), (dora, 0)):
        who.page.goto(link)
        who.page.get_by_role("button", name="Take part").nth(team).click()
        expect(who.page.get_by_text("you", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start the match").click()
    tables: dict[str, list[Visitor]] = {}
    for who in people:
        who.page.goto(evening)
        who.page.get_by_role("button", name="To the table").click()
        who.page.wait_for_url("**/match/*")
        tables.setdefault(who.page.url.rsplit("/", 1)[1], []).append(who)
    (one, first), (other, second) = tables.items()
    assert (first, second) == ([ada, bob], [cleo, dora])
    mate = bots.make("mate", 1)
    for match, two in tables.items():
        for who in two:
            move = who.advised(match, mate)
            if move is not None:
                who.asked_or_over()
                who.act(move["action"])
    # The rest is played by programs, with no table open that would ask about a move long past.
    for who in people:
        who.page.goto(evening)
        expect(who.page.get_by_role("button", name="To the table")).to_be_visible()
    # One table is through, and the other is not: nothing is told, nor shown to who has played.
    play_out(one, ada, bob)
    page.goto(f"/match/{one}/fairness")
    expect(page.get_by_text("its secret is shown when all of them are through")).to_be_visible()
    assert ada.context.request.get(f"{ada.api}/matches/{one}/record").status == 409
    assert ada.context.request.get(f"{ada.api}/matches/{other}").status == 404
    play_out(other, cleo, dora)
    page.goto(evening)
    expect(page.get_by_role("heading", name="Deal by deal")).to_be_visible()
    assert page.get_by_role("link", name="Replay: ").count() == len(people)
    page.get_by_role("link", name="Replay: Cleo").click()
    page.wait_for_url(f"**/match/{other}/replay")
    page.goto(f"/match/{other}/fairness")
    expect(page.get_by_text("The secret fits the commitment")).to_be_visible()


def test_who_comes_by_the_link_of_a_club_gets_an_account_on_the_way(visit: Visit) -> None:
    ada, bob = visit("Ada"), visit()
    ada.post("/me/account", {"login": "ada-of-the-gulls", "password": "correct horse"})
    club = ada.post("/clubs", {"name": "Gulls"})["id"]
    page = bob.page
    page.goto(f"/clubs/{club}#i={ada.get(f'/clubs/{club}')['code']}")
    page.get_by_role("link", name="Keep your name as an account first").click()
    page.get_by_label("Login").first.fill("bob-of-the-gulls")
    page.get_by_label("New password").fill("correct horse")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Join the club").click()
    expect(page.get_by_role("heading", name="Members")).to_be_visible()
    assert len(ada.get(f"/clubs/{club}")["members"]) == 2
