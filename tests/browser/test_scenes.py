"""Scenes are played to their end: however fast one steps, the picture is that of a fresh load."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import TWO_FRAMES, Visitor

TABLES = {
    "santa-timea": (["me", "mate", "mate"], {"rounds": 1}),
    "vor-dem-wind": (["me", "mate"], {"target": 25}),
    "winds-of-plunder": (["me", "mate", "mate"], {}),
    "regatta": (["me", "mate"], {}),
}
# What differs from load to load and tells nothing of the position is left out: ids, the order of
# classes.
PICTURE = """() => {
  const copy = document.querySelector('.frame > .board').cloneNode(true);
  for (const node of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of ['id', 'for', 'popovertarget', 'aria-labelledby', 'aria-controls'])
      node.removeAttribute(name);
    if (!node.getAttribute('style')) node.removeAttribute('style');
    const classes = [...node.classList].filter((name) => !name.startsWith('svelte-')).sort();
    node.removeAttribute('class');
    if (classes.length) node.setAttribute('class', classes.join(' '));
  }
  return copy.innerHTML.replaceAll(/<!--.*?-->/g, '');
}"""


def picture(page: Page) -> str:
    """The board when it has its size, which letters that load change for a moment."""
    page.evaluate("document.fonts.ready.then(() => null)")
    html: str = page.evaluate(PICTURE)
    for _ in range(100):
        page.evaluate(TWO_FRAMES)
        page.wait_for_timeout(150)
        before, html = html, page.evaluate(PICTURE)
        if before == html:
            break
    return html


def shown(page: Page, move: int) -> None:
    expect(page.locator("[data-prompt]")).to_contain_text(re.compile(rf"Move {move} of"))
    # The address names a move before it is fetched and shown.
    page.locator(f'body[data-shown="{move}"] .frame[data-idle=true]').wait_for()


def fresh(visitor: Visitor, match: str, move: int) -> str:
    visitor.page.goto(f"/match/{match}/replay?move={move}&from=0")
    shown(visitor.page, move)
    return picture(visitor.page)


@pytest.mark.parametrize("game", TABLES)
def test_after_any_stepping_the_picture_is_that_of_a_fresh_load(game: str, visit: Visit) -> None:
    ada = visit("Ada", pace=0.5, reduced_motion="no-preference")
    seats, options = TABLES[game]
    match = ada.started(game, seats, options=options)
    ada.play_out(match)
    count = len(ada.get(f"/matches/{match}/moves"))
    page = ada.page
    fresh(ada, match, 0)
    at = 0
    # Fast, slow, back, hurried by the space key: always on from where the last left off.
    for steps, wait, key in [(12, 30, ""), (3, 700, ""), (9, 120, " "), (2, 0, "ArrowLeft")]:
        for _ in range(steps):
            if at >= count:
                break
            page.keyboard.press("ArrowRight")
            at += 1
            page.wait_for_timeout(wait)
            if key == " ":
                page.mouse.click(400, 300)
            elif key and at > 1:
                page.keyboard.press(key)
                at -= 1
        shown(page, at)
        stepped = picture(page)
        assert stepped == fresh(ada, match, at), f"{game}: move {at}"
