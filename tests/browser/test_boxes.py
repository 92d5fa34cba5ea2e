"""A box typed in on the page: wrong values are said; it is saved, shared and played with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

WRONG = "Purchases, row 3, Copies: expected a whole number from 1 to 40, got 99"
FALSCH = "Einkäufe, Zeile 3, Stückzahl: erwartet wird eine ganze Zahl von 1 bis 40 (jetzt 99)"
FAUX = "Achats, ligne 3, Exemplaires"


@pytest.mark.parametrize(
    ("locale", "width", "wrong"),
    [("en-GB", 1360, WRONG), ("de-DE", 1360, FALSCH), ("fr-FR", 400, FAUX)],
)
def test_a_box_is_typed_in_shared_and_played_with(
    visit: Visit, locale: str, width: int, wrong: str, tmp_path: Path
) -> None:
    owner = visit(locale=locale, viewport={"width": width, "height": 800})
    page = owner.page
    page.goto("/boxes")
    page.locator("a[href='/boxes/new/vor-dem-wind']").click()
    said = page.locator(".sheet.state")
    deeds = said.locator(".row").get_by_role("button")
    play, save = deeds.nth(0), deeds.nth(1)
    copies = page.locator("#purchase-2-count")
    page.locator("details summary").nth(2).click()
    as_printed = copies.input_value()
    copies.fill("99")
    expect(said).to_contain_text(wrong)
    expect(play).to_be_disabled()
    # It stands at the field too; on a phone the lower edge names it and leads there.
    beside = page.locator("#purchase-2-count-wrong")
    expect(beside).to_have_text(re.compile(r".*\b40\b.*"))
    expect(copies).to_have_attribute("aria-describedby", "purchase-2-count-wrong")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    if width < 500:
        page.locator("button.first").click()
    else:
        said.locator("button.to").first.click()
    expect(copies).to_be_focused()
    expect(beside).to_be_in_viewport()
    page.screenshot(path=tmp_path / "wrong.png")
    copies.fill(as_printed)
    expect(beside).to_be_hidden()
    expect(play).to_be_enabled()
    name = page.locator("label.name input")
    name.fill("From the attic")
    page.locator("details summary").nth(3).click()
    price = page.locator("#storage-0-price")
    price.fill(str(int(price.input_value()) + 1))
    expect(play).to_be_enabled()
    save.click()
    expect(page).to_have_url(re.compile(r"/boxes/[\w-]+$"))
    link = page.url
    other = visit("Ben", locale=locale, viewport={"width": width, "height": 800})
    other.page.goto(link)
    expect(other.page.get_by_role("heading", name="From the attic")).to_be_visible()
    other.page.screenshot(path=tmp_path / "shared.png")
    other.page.locator(".sheet.state").get_by_role("button").nth(0).click()
    expect(other.page).to_have_url(re.compile(r"/match/"))
    other.page.locator("[data-choice]").first.wait_for()
    other.page.screenshot(path=tmp_path / "match.png")
