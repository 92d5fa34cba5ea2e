"""What holds of every page: languages, rules, replay, access for everybody, weight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, axe_source
from tests.browser.visitor import PHONE, Visitor

LIMIT = 180_000
SOON = 1.0
PAGES = ["/", "/new", "/rules", "/rules/santa-timea", "/settings", "/fairness", "/ratings"]
PAGES += ["/privacy", "/about", "/nowhere"]


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
    for path, there in (("/", "text=Santa Timea"), (f"/match/{match}", "section.board > *")):
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
    running = ada.started("regatta", ["me", "mate"])
    lobby = ada.table("winds-of-plunder", ["me", "open", "mate"])
    state = ada.context.storage_state()
    somebody = visit(storage_state=state, color_scheme=theme, viewport=PHONE)
    more = [f"/match/{match}", f"/match/{match}/replay", f"/match/{match}/fairness"]
    found: list[str] = []
    for path in [*PAGES, *more, f"/match/{running}", f"/match/{lobby}"]:
        found += [f"{path}: {each}" for each in _axe(somebody.page, path)]
    assert found == []


def _axe(page: Page, path: str) -> list[str]:
    page.goto(path)
    page.locator("main h1").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(axe_source())
    run = """async () => (await axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    })).violations.map((each) =>
      `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)"""
    result: list[str] = page.evaluate(run)
    return result


def test_the_language_changes_at_once_in_the_middle_of_a_game(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started("santa-timea", ["me", "mate"], options={"rounds": 1})
    page = ada.open(match)
    page.locator("#moves").wait_for()
    english = page.locator("section.moves button").first.inner_text()
    page.get_by_role("button", name="de", exact=True).click()
    expect(page.get_by_text("Du bist dran.")).to_be_visible()
    expect(page.locator("section.moves button").first).not_to_have_text(english)
    expect(page.get_by_role("log", name="Was geschah")).to_contain_text("Durchgang 1 beginnt")
    assert page.locator("html").get_attribute("lang") == "de"
    page.locator("section.moves button").first.click()
    expect(page.get_by_role("log", name="Was geschah")).to_contain_text("Ada")
    page.reload()
    expect(page.get_by_role("link", name="Spiele")).to_be_visible()
    page.get_by_role("button", name="fr", exact=True).click()
    expect(page.get_by_role("link", name="Jeux")).to_be_visible()


def test_the_language_of_the_browser_is_taken(visit: Visit) -> None:
    page = visit(locale="fr-CH").page
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("Jouer tout de suite")).first).to_be_visible()


def test_a_refused_move_leads_to_its_rule(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started("regatta", ["me", "mate"])
    page = ada.open(match)
    for _ in range(30):
        page.locator("#moves").wait_for()
        refused = [each for each in ada.look(match)["asked"]["refused"] if each["rule"]]
        if refused:
            break
        page.locator("section.moves button").first.click()
        page.wait_for_timeout(200)
    wanted = refused[0]
    page.locator("section.moves summary").click()
    page.locator("section.moves .no").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(wanted["rule"])
    with page.context.expect_page() as opened:
        dialog.get_by_role("link", name="Read rule").click()
    rules = opened.value
    rules.wait_for_url(f"**/rules/regatta#{wanted['rule']}")
    rule = rules.locator(f"[id='{wanted['rule']}']")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("meant"))
    rules.close()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


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
    expect(page.get_by_text("Move 7 of 24")).to_be_visible()
    words = ada.get(f"/matches/{match}/moves")[6]["words"]
    expect(page.locator(".controls .now")).to_contain_text(words)
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Move 8 of 24")).to_be_visible()
    assert "move=8" in page.url
    page.keyboard.press("End")
    expect(page.get_by_text("Move 24 of 24")).to_be_visible()
    page.get_by_label("Seen").select_option("open")
    expect(page.get_by_role("heading", name="The hands")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("slider").fill("3")
    expect(page.get_by_text("Move 3 of 24")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert "santa-timea" in download.value.path().read_text()


def test_the_deal_is_checked_in_the_browser(over: tuple[Visitor, str]) -> None:
    ada, match = over
    page = ada.page
    page.goto(f"/match/{match}/fairness")
    expect(page.get_by_text("The secret fits the commitment")).to_be_visible()
    page.get_by_label("Secret, shown after the end").fill("00" * 32)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("does not fit")).to_be_visible()


def test_an_account_is_kept_and_signed_into_elsewhere(visit: Visit) -> None:
    ada, elsewhere = visit("Ada"), visit()
    page = ada.page
    page.goto("/settings")
    page.get_by_label("Login").first.fill("ada-of-the-sea")
    page.get_by_label("New password").fill("a long password")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You sign in as ada-of-the-sea.")).to_be_visible()
    other = elsewhere.page
    other.goto("/settings")
    other.get_by_label("Login").fill("ada-of-the-sea")
    other.get_by_label("Password", exact=True).fill("a long password")
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_label("You play as")).to_have_value("Ada")
    other.get_by_role("button", name="Delete everything").click()
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
