"""What holds of every page: languages, rules, replay, access for everybody, weight."""

from __future__ import annotations

import json
import re
import struct
import time

import pytest
from playwright.sync_api import Page, expect

import fourwinds as fw
from fourwinds.server.accounts import totp
from tests.browser.conftest import Visit, axe_source
from tests.browser.visitor import PHONE, Visitor

LIMIT = 180_000
LIMIT_WITH_TABLE = 260_000
SOON = 1.0
PAGES = ["/", "/new", "/rules", "/rules/santa-timea", "/settings", "/fairness", "/ratings"]
PAGES += ["/privacy", "/about", "/daily", "/lobby", "/friends", "/clubs", "/duplicates", "/nowhere"]


@pytest.fixture
def over(visit: Visit) -> tuple[Visitor, str]:
    """Somebody with a finished match."""
    ada = visit("Ada")
    match = ada.started("santa-timea", ["me", "mate"], options={"rounds": 1})
    ada.play_out(match)
    return ada, match


def test_the_first_load_is_light_and_quick(visit: Visit) -> None:
    """Quick by the time the browser itself needs, which no other work on the machine disturbs."""
    page, sizes = (somebody := visit()).page, list[int]()
    client = somebody.context.new_cdp_session(page)
    client.send("Network.enable")
    client.on("Network.loadingFinished", lambda e: sizes.append(int(e["encodedDataLength"])))
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("/")
    page.get_by_role("button", name="Play now: Santa Timea").wait_for()
    measured = client.send("Performance.getMetrics")["metrics"]
    busy = next(each["value"] for each in measured if each["name"] == "TaskDuration")
    page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < LIMIT
    assert 0 < busy < SOON


@pytest.mark.parametrize("game", fw.games())
def test_home_and_a_table_are_light(game: str, visit: Visit) -> None:
    """What a newcomer's browser fetches until the first decision is asked of him."""
    page, sizes = (somebody := visit()).page, list[int]()
    client = somebody.context.new_cdp_session(page)
    client.send("Network.enable")
    client.on("Network.loadingFinished", lambda e: sizes.append(int(e["encodedDataLength"])))
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {fw.game(game).title}").click()
    page.wait_for_url("**/match/*")
    page.locator("[data-choice]").first.wait_for()
    page.wait_for_load_state("networkidle")
    print(f"{game}: {sum(sizes)} bytes")
    assert 60_000 < sum(sizes) < LIMIT_WITH_TABLE


def test_nothing_jumps_while_a_page_loads(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started("santa-timea", ["me", "mate", "mate", "mate"])
    ada.page.add_init_script(
        """window.jumped = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (!entry.hadRecentInput) window.jumped += entry.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    for path, there in (("/", "text=Santa Timea"), (f"/match/{match}", "[data-choice]")):
        ada.page.goto(path)
        ada.page.locator(there).first.wait_for()
        ada.page.wait_for_load_state("networkidle")
        assert ada.page.evaluate("window.jumped") < 0.1, path


def test_scripts_come_from_files_alone(visit: Visit) -> None:
    page = visit().page
    response = page.goto("/")
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    inline = "[...document.scripts].filter((script) => !script.src).length"
    assert page.evaluate(inline) == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(theme: str, visit: Visit, over: tuple[Visitor, str]) -> None:
    ada, match = over
    running = {game: ada.started(game, ["me", "mate", "mate"]) for game in fw.games()}
    lobby = ada.table("winds-of-plunder", ["me", "open", "mate"])
    state = ada.context.storage_state()
    somebody = visit(storage_state=state, color_scheme=theme, viewport=PHONE)
    more = [f"/match/{match}", f"/match/{match}/replay", f"/match/{match}/fairness"]
    more += [f"/people/{ada.get('/me')['id']}"]
    found: list[str] = []
    for path in [*PAGES, *more, f"/match/{lobby}"]:
        found += [f"{path}: {each}" for each in _axe(somebody.page, path)]
    for game, table in running.items():
        found += [f"{game}: {each}" for each in _axe(somebody.page, f"/match/{table}")]
    assert found == []


def _axe(page: Page, path: str) -> list[str]:
    page.goto(path)
    page.locator("main h1").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(axe_source())
    # Rules that axe calls experimental, such as that of names, run only where they are asked for.
    run = """async () => (await axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      rules: { "label-content-name-mismatch": { enabled: true } },
    })).violations.map((each) =>
      `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)"""
    result: list[str] = page.evaluate(run)
    return result


def test_the_language_changes_at_once_in_the_middle_of_a_game(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started("santa-timea", ["me", "mate"], options={"rounds": 1})
    page = ada.open(match)
    ada.asked_or_over()
    english = page.locator("section.moves button").first.inner_text()
    page.keyboard.press("m")
    page.get_by_role("button", name="Deutsch", exact=True).click()
    expect(page.locator("section.moves button").first).not_to_have_text(english)
    page.get_by_role("tab", name="Was geschah").click()
    expect(page.get_by_role("log", name="Was geschah")).to_contain_text("Durchgang 1 beginnt")
    assert page.locator("html").get_attribute("lang") == "de"
    page.keyboard.press("Escape")
    ada.act(ada.look(match)["asked"]["actions"][0]["action"])
    page.goto("/")
    expect(page.get_by_role("link", name="Spiele", exact=True)).to_be_visible()
    page.get_by_role("button", name="fr", exact=True).click()
    expect(page.get_by_role("link", name="Jeux", exact=True)).to_be_visible()


def test_the_language_of_the_browser_is_taken(visit: Visit) -> None:
    page = visit(locale="fr-CH").page
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("Jouer tout de suite")).first).to_be_visible()


def test_a_refused_move_leads_to_its_rule(visit: Visit) -> None:
    """Why not is said in the slot; the rule opens over the table, and nothing moves."""
    ada = visit("Ada")
    match = ada.started("regatta", ["me", "mate"])
    page = ada.open(match)
    for _ in range(30):
        ada.asked_or_over()
        asked = ada.look(match)["asked"]
        refused = [each for each in asked["refused"] if each["rule"]]
        if refused:
            break
        ada.act(asked["actions"][0]["action"])
    wanted = refused[0]
    where = "document.querySelector('[data-slot]').getBoundingClientRect().toJSON()"
    before = page.evaluate(where)
    page.locator("section.moves summary").focus()
    page.keyboard.press("Enter")
    page.locator(f"section.moves [data-refused='{wanted['action']}']").focus()
    page.keyboard.press("Enter")
    slot = page.locator("[data-slot]")
    expect(slot).to_contain_text(wanted["rule"])
    assert page.evaluate(where) == before
    slot.get_by_role("button", name="Read rule").click()
    rule = page.get_by_role("dialog").locator(f"[data-rule='{wanted['rule']}']")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("meant"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(slot).not_to_contain_text(wanted["rule"])


def test_rules_are_searched(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/santa-timea")
    page.get_by_label("Search").fill("pirate")
    expect(page.get_by_text(re.compile(r"^\d+ rules?$"))).to_be_visible()
    expect(page.locator(".rule").first).to_contain_text(re.compile("pirate", re.I))


def test_a_replay_opens_at_the_linked_move(over: tuple[Visitor, str]) -> None:
    ada, match = over
    page = ada.page
    page.goto(f"/match/{match}/replay?move=7&from=1")
    prompt = page.locator("[data-prompt]")
    expect(prompt).to_contain_text("Move 7 of 24")
    words = ada.get(f"/matches/{match}/moves")[6]["words"]
    expect(prompt).to_contain_text(words)
    page.keyboard.press("ArrowRight")
    expect(prompt).to_contain_text("Move 8 of 24")
    assert "move=8" in page.url
    page.keyboard.press("End")
    expect(prompt).to_contain_text("Move 24 of 24")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Seen").select_option("open")
    page.get_by_role("tab", name="With this move").click()
    expect(page.get_by_role("heading", name="The hands")).to_be_visible()
    page.get_by_role("tab", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert "santa-timea" in download.value.path().read_text()
    page.keyboard.press("Escape")
    page.get_by_role("slider").fill("3")
    expect(prompt).to_contain_text("Move 3 of 24")


def test_a_match_is_found_again_on_ones_page(visit: Visit, over: tuple[Visitor, str]) -> None:
    ada, match = over
    page, me = ada.page, ada.get("/me")["id"]
    page.goto("/")
    page.get_by_role("link", name="All my matches").click()
    expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
    played = page.locator(f"a[href='/match/{match}/replay']")
    expect(played).to_be_visible()
    page.get_by_role("search").get_by_role("combobox").first.select_option("regatta")
    expect(page.get_by_text("No finished match fits.")).to_be_visible()
    assert "game=regatta" in page.url
    page.reload()
    expect(page.get_by_text("No finished match fits.")).to_be_visible()
    page.get_by_role("search").get_by_role("combobox").first.select_option("")
    page.get_by_label("Against").fill("mate")
    page.keyboard.press("Enter")
    expect(played).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all matches").click()
    assert download.value.path().read_bytes().startswith(b"PK")
    page.get_by_label("Only I may see this page").check()
    other = visit("Bob")
    other.page.goto(f"/people/{me}")
    expect(other.page.get_by_text("This person’s matches are private.")).to_be_visible()
    other.troubles.clear()  # that it was refused


def test_the_deal_of_the_day_is_played_and_compared(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    ada.post("/me/account", {"login": "ada-of-the-day", "password": "a salty lantern"})
    page.goto("/")
    page.get_by_role("button", name="Play it: Santa Timea").click()
    page.wait_for_url(re.compile("/match/"))
    match = page.url.rsplit("/", 1)[1]
    ada.play_out(match)
    page.goto(f"/match/{match}")
    page.get_by_role("link", name="To the board").click()
    row = page.get_by_role("row").filter(has_text="Ada")
    expect(row).to_be_visible()
    expect(page.get_by_text("shown when the day is over")).to_be_visible()
    address = page.url
    bob = visit("Bob")
    bob.page.goto(address)
    expect(bob.page.get_by_text("1 has played it.")).to_be_visible()
    expect(bob.page.get_by_role("row")).to_have_count(0)


def test_the_deal_is_checked_in_the_browser(over: tuple[Visitor, str]) -> None:
    ada, match = over
    page = ada.page
    page.goto(f"/match/{match}/fairness")
    expect(page.get_by_text("The secret fits the commitment")).to_be_visible()
    page.get_by_label("Secret, shown after the end").fill("00" * 32)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("does not fit")).to_be_visible()


def test_an_account_is_kept_and_signed_into_elsewhere(visit: Visit) -> None:
    """With a code of an authenticator app; then it is deleted, which asks for the password."""
    ada, elsewhere = visit("Ada"), visit()
    page, password = ada.page, "a salty lantern"
    page.goto("/settings")
    page.get_by_label("Login").first.fill("ada-of-the-sea")
    page.get_by_label("New password").fill("password123")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("among the first that are guessed")).to_be_visible()
    ada.troubles.clear()  # that it was refused
    page.get_by_label("New password").fill(password)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You sign in as ada-of-the-sea.")).to_be_visible()
    security = page.get_by_role("region", name="Security")
    security.get_by_label("Present password").fill(password)
    security.get_by_role("button", name="Set up").click()
    expect(security.get_by_role("img", name="QR code")).to_be_visible()
    secret = security.locator("code").inner_text()
    security.get_by_role("textbox", name="Code").fill(
        totp.code_at(secret, int(time.time()) // totp.STEP)
    )
    security.get_by_role("button", name="Confirm").click()
    expect(security.get_by_text("Recovery codes left: 8")).to_be_visible()
    recovery = security.locator("code").first.inner_text()

    other = elsewhere.page
    other.goto("/settings")
    signing = other.locator("form").filter(has=other.get_by_role("button", name="Sign in"))
    signing.get_by_label("Login").fill("ada-of-the-sea")
    signing.get_by_label("Password", exact=True).fill(password)
    signing.get_by_role("button", name="Sign in").click()
    other.get_by_label("Code of the authenticator app").fill(recovery)
    elsewhere.troubles.clear()  # that a code is asked for
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_label("You play as")).to_have_value("Ada")
    sessions = other.get_by_role("region", name="Security").get_by_role("listitem")
    expect(sessions).to_have_count(2)
    sessions.get_by_role("button", name="Sign out").click()
    expect(sessions).to_have_count(1)
    other.get_by_role("button", name="Delete everything").click()
    other.get_by_role("dialog").get_by_label("Present password").fill(password)
    other.get_by_role("button", name="Yes, delete").click()
    expect(other.get_by_text("All of it is deleted.")).to_be_visible()


def test_the_theme_is_kept(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    assert page.locator("html").get_attribute("data-theme") == "day"
    page.get_by_role("button", name="Night chart").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")


def test_the_page_can_be_installed_and_says_when_it_is_off_line(visit: Visit) -> None:
    ada = visit("Ada", locale="fr-FR", viewport=PHONE)
    page = ada.page
    page.goto("/")
    client = ada.context.new_cdp_session(page)
    found = client.send("Page.getAppManifest")
    assert found["errors"] == []
    icons = {icon["src"]: icon for icon in json.loads(found["data"])["icons"]}
    assert {"any", "maskable"} <= {icon.get("purpose", "any") for icon in icons.values()}
    for source, icon in icons.items():
        response = ada.context.request.get(found["url"].replace("/manifest.webmanifest", source))
        assert response.ok
        if source.endswith(".png"):
            wide, high = struct.unpack(">II", response.body()[16:24])
            assert icon["sizes"] == f"{wide}x{high}"
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    # Its language is that of the page, whatever the browser speaks.
    page.get_by_role("button", name="de", exact=True).click()
    page.wait_for_function(
        "() => caches.match('/language').then((kept) => kept?.text()).then((it) => it === 'de')"
    )
    ada.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
    ada.context.set_offline(False)
    page.get_by_role("link", name="Noch einmal").click()
    page.get_by_role("heading", name="Four Winds").wait_for()
    # What the page was still asking for when the connection went.
    cut_off = ("503", "ERR_INTERNET_DISCONNECTED")
    ada.troubles = [one for one in ada.troubles if not any(word in one for word in cut_off)]
