"""The report of a run as one HTML page that loads nothing and runs nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from fourwinds.arena import balance, plots
from fourwinds.arena.contest import FAULTS, Outcome
from fourwinds.arena.plots import Row, Series
from fourwinds.arena.schedule import RunPlan
from fourwinds.arena.sprt import SequentialTest
from fourwinds.arena.standing import Standing

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:66rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}
th,td{padding:.3rem .8rem;border-bottom:1px solid #8885;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
code{background:#8882;padding:.1rem .3rem}
svg{max-width:100%;height:auto;display:block;margin:1rem 0}
.note{border-left:4px solid #d55e00;padding:.2rem 1rem;margin:1rem 0}
"""


def page(
    summary: Mapping[str, Any],
    plan: RunPlan,
    deals: Sequence[Sequence[Outcome]],
    command: str,
    test: SequentialTest | None = None,
) -> str:
    """The whole page."""
    title = f"{summary['title']}: {', '.join(summary['lineup'])}"
    parts = [
        f"<h1>{escape(summary['title'])}, {summary['players']} players</h1>",
        f"<p><code>{escape(command)}</code></p>",
        _settings(summary),
        *(f'<p class="note">{escape(note)}</p>' for note in notes(summary)),
        "<h2>Standing</h2>",
        _standing(summary),
        plots.whiskers("Share of wins", _rows(summary, "share"), summary["fair"]),
        plots.whiskers(
            "Mean rank", _rows(summary, "rank"), (summary["players"] + 1) / 2, plots.plain
        ),
    ]
    if all(bot["rating"] for bot in summary["bots"]):
        parts.append(_ratings(summary))
    parts.append(_course(plan, deals))
    if test is not None:
        parts.append(_test(summary["test"], test))
    parts += [
        "<h2>Seats and games</h2>",
        _seats(summary),
        plots.whiskers(
            "Share of wins by seat",
            [plots.row(f"seat {seat['seat'] + 1}", seat["share"]) for seat in summary["seats"]],
            summary["fair"],
        ),
        plots.histogram(
            "Length of games", [len(game.actions) for deal in deals for game in deal], "decisions"
        ),
        *_scores(plan, deals),
    ]
    if summary.get("balance"):
        parts.append("<h2>Balance</h2>")
        parts += [
            drawing
            for name, drawing in balance.drawings(summary).items()
            if name not in ("balance-seats.svg", "balance-length.svg")
        ]
    parts.append(_faults(summary))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def notes(summary: Mapping[str, Any]) -> list[str]:
    """What a reader must know before he believes the numbers."""
    out = []
    for bot in summary["bots"]:
        if bot["sees_all"]:
            out.append(f"{bot['bot']} sees all cards: a yardstick, not a player.")
        if not bot["repeatable"]:
            out.append(
                f"{bot['bot']} has a budget of time: the same command need not give the same"
                " games, and a busy machine makes it weaker."
            )
        count = sum(bot["faults"].values())
        if count:
            out.append(f"{bot['bot']} failed {count} times and was stood in for.")
    if summary["unfinished"]:
        out.append(
            f"{summary['unfinished']} games were left unfinished; they count as shared by all."
        )
    if summary["not_counted"]:
        out.append(
            f"{summary['not_counted']} games do not count: their deal is incomplete, beyond the"
            " games asked for, or after the sequential test had decided."
        )
    if summary["test"] is not None and summary["test"]["verdict"] is not None:
        out.append(
            "The run was stopped by the sequential test, so that its shares lean a little towards"
            " the verdict; for an unbiased estimate play a fixed number of games."
        )
    return out


def verdict(test: Mapping[str, Any]) -> str:
    """The outcome of the sequential test as a sentence."""
    words = {
        "H1": f"accepted H1: {test['h1']}",
        "H0": f"accepted H0: {test['h0']}",
        None: "undecided",
    }
    return (
        f"{test['bot']}: {words[test['verdict']]} after {test['deals']} deals"
        f" (LLR {test['ratio']:.2f}, bounds {test['bounds'][0]:.2f} and {test['bounds'][1]:.2f})"
    )


def shown(interval: Mapping[str, Any] | None, form: str = "percent") -> str:
    """A mean with its interval: 45.2 % (41.0 to 49.4)."""
    if interval is None:
        return "-"
    times, digits = (100, 1) if form == "percent" else (1, 2)
    unit = " %" if form == "percent" else ""
    mean = f"{times * interval['mean']:.{digits}f}{unit}"
    if interval["low"] is None or interval["high"] is None:
        return mean
    low, high = times * interval["low"], times * interval["high"]
    return f"{mean} ({low:.{digits}f} to {high:.{digits}f})"


def _settings(summary: Mapping[str, Any]) -> str:
    options = ", ".join(f"{name}={_word(value)}" for name, value in summary["options"].items())
    limit = summary["move_limit"]
    facts = {
        "games": f"{summary['games']} ({summary['deals']} deals, each from every seat)",
        "seed": summary["seed"],
        "options": options or "none",
        "version": f"fourwinds {summary['fourwinds']}, rules {summary['rules_version']},"
        f" digest {summary['rules']}",
        "limit a decision": "none" if limit is None else f"{limit:g} s",
        "intervals": "95 %, from the variance over deals",
    }
    if summary["own_components"]:
        facts["components"] = "not those that come with the game"
    return _table((), [(name, str(value)) for name, value in facts.items()])


def _standing(summary: Mapping[str, Any]) -> str:
    rows = []
    for bot in summary["bots"]:
        rating = bot["rating"]
        rows.append(
            (
                bot["bot"] + (" (sees all cards)" if bot["sees_all"] else ""),
                shown(bot["share"]),
                shown(bot["rank"], "plain"),
                shown(bot["score"], "plain"),
                "-" if rating is None else f"{rating['mu']:.1f} ± {rating['sigma']:.1f}",
                f"{1000 * bot['seconds_a_decision']:.2f} ms",
                _times(bot["thinking"]),
                f"{1000 * bot['slowest_decision']:.0f} ms",
            )
        )
    heads = (
        "bot",
        "share of wins",
        "mean rank",
        "score",
        "OpenSkill",
        "a decision",
        "half and 95 % within",
        "slowest",
    )
    fair = f"Fair share of wins: {plots.percent(summary['fair'])}; a shared win counts its share."
    return f"{_table(heads, rows)}<p>{fair}</p>"


def _times(thinking: Mapping[str, Any]) -> str:
    bounds = (thinking["half_within"], thinking["most_within"])
    return ", ".join("-" if bound is None else f"{1000 * bound:g} ms" for bound in bounds)


def _ratings(summary: Mapping[str, Any]) -> str:
    rows = []
    for bot in summary["bots"]:
        mu, sigma = bot["rating"]["mu"], bot["rating"]["sigma"]
        rows.append(Row(bot["bot"], mu, mu - 2 * sigma, mu + 2 * sigma))
    return plots.whiskers("OpenSkill rating (mu and two sigma)", rows, None, plots.plain)


def _course(plan: RunPlan, deals: Sequence[Sequence[Outcome]]) -> str:
    """How the shares settled from deal to deal."""
    standing = Standing(plan)
    course: dict[str, tuple[list[float], list[float], list[float]]] = {
        bot: ([], [], []) for bot in standing.lines
    }
    for deal in deals:
        standing.add_deal(deal)
        for bot, line in standing.lines.items():
            found = line.wins()
            assert found is not None
            values, low, high = course[bot]
            values.append(found.mean)
            low.append(found.mean if found.low is None else found.low)
            high.append(found.mean if found.high is None else found.high)
    series = [Series(bot, *lists) for bot, lists in course.items()]
    return plots.lines("Share of wins, deal by deal", series, [standing.fair], "deals")


def _test(found: Mapping[str, Any], test: SequentialTest) -> str:
    ratios = [ratio for ratio in test.ratios if math.isfinite(ratio)]
    drawing = plots.lines(
        "Log likelihood ratio", [Series("LLR", ratios)], list(test.bounds), "deals", plots.plain
    )
    text = (
        f"H0: {found['h0']}. H1: {found['h1']}. Errors: alpha {test.alpha:g}, beta {test.beta:g}."
        f" {verdict(found)}."
    )
    return f"<h2>Sequential test</h2><p>{escape(text)}</p>{drawing}"


def _seats(summary: Mapping[str, Any]) -> str:
    rows = [
        (
            str(seat["seat"] + 1),
            shown(seat["share"]),
            shown(seat["rank"], "plain"),
            shown(seat["score"], "plain"),
        )
        for seat in summary["seats"]
    ]
    return _table(("seat", "share of wins", "mean rank", "score"), rows)


def _scores(plan: RunPlan, deals: Sequence[Sequence[Outcome]]) -> list[str]:
    scores: dict[str, list[int]] = {bot: [] for bot in plan.bots}
    for deal in deals:
        for game in deal:
            for seat, place in enumerate(game.places):
                scores[plan.bots[place]].append(game.scores[seat])
    return [plots.histogram(f"Scores of {bot}", found, "score") for bot, found in scores.items()]


def _faults(summary: Mapping[str, Any]) -> str:
    if not summary["faults"]:
        return ""
    counts = [
        (
            bot["bot"],
            *(str(bot["faults"][kind]) for kind in FAULTS),
            shown(bot["faulty_games"]),
        )
        for bot in summary["bots"]
        if sum(bot["faults"].values())
    ]
    fields = ("bot", "kind", "deal", "rotation", "seat", "decision", "message")
    first = [tuple(str(fault[name]) for name in fields) for fault in summary["faults"]]
    return (
        "<h2>Faults</h2>"
        + _table(("bot", *FAULTS, "games with a fault"), counts)
        + "<p>The first of them, seats counted from 0:</p>"
        + _table(fields, first)
    )


def _word(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f"<table>{f'<thead><tr>{head}</tr></thead>' if heads else ''}<tbody>{body}</tbody></table>"
    )


def _rows(summary: Mapping[str, Any], name: str) -> list[Row]:
    return [plots.row(bot["bot"], bot[name]) for bot in summary["bots"] if bot[name] is not None]
