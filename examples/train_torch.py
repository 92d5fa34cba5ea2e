"""Self-play with PyTorch: one policy plays all seats of a game on `fourwinds.vector` and learns.

    pip install 'fourwinds[learn]' torch
    python examples/train_torch.py santa-timea --minutes 10

Masked PPO in one file. All matches are stepped in compiled code; a step is one decision in each of
them, by whichever seat is asked. What a seat gains belongs to its own decisions: advantages go back
from each decision to the last one of the same seat. The learner is measured in matches it has never
seen, alone among three deckhands, and among three mates, whom it has never met: the share of wins
(a shared win counts as a part) with a 95 % interval. `--out` gets the learning curve (CSV and SVG),
the results (JSON) and the policy, which `fourwinds arena GAME --bots policy:OUT/policy.npz,...`
plays with.

Arrays are handed over, not copied: with `copy=False` those of a step lie on the memory of the
compiled matches, `torch.from_numpy` reads them there, and the actions go back as the tensor's own
memory. One copy is left: what PPO learns from later is written into its buffer.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import fourwinds
from fourwinds.adapters.normalising import Normaliser
from fourwinds.adapters.vector import Seen, Vector
from fourwinds.arena.standing import Interval, Mean
from fourwinds.bots.policy import FORMAT, Policy, made_for

STEPS = 128
EPOCHS = 4
PARTS = 8  # of a rollout, each a step of the optimiser
LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
RATE = 7e-4
POINTS = 10.0  # what a gain is divided by: about what a round of Santa Timea brings
UNSEEN = 10**6  # seeds from here on are for measuring
MOST = 4000  # decisions of a match, for games that random play does not end
NEVER = -1e9

# Nothing writes to what is shared.
warnings.filterwarnings("ignore", "The given NumPy array is not writable")


class Net(nn.Module):
    """Two hidden layers for the actions, two for the value."""

    def __init__(self, size: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.policy = _layers(size, width, actions)
        self.value = _layers(size, width, 1)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all actions, and what the rows are worth."""
        liked = self.policy(rows).masked_fill(~masks, NEVER)
        return liked.log_softmax(-1), self.value(rows).squeeze(-1)


def _layers(size: int, width: int, out: int) -> nn.Sequential:
    made = nn.Sequential(
        nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, out)
    )
    with torch.no_grad():
        made[-1].weight.mul_(0.1)
    return made


class Rollout:
    """STEPS decisions in every match, and what became of them."""

    def __init__(self, envs: Vector) -> None:
        shape = (STEPS, envs.envs)
        self.rows = torch.empty(*shape, envs.observation_size)
        self.masks = torch.empty(*shape, envs.action_count, dtype=torch.bool)
        self.seats = torch.empty(shape, dtype=torch.int64)
        self.actions = torch.empty(shape, dtype=torch.int64)
        self.logs = torch.empty(shape)
        self.values = torch.empty(shape)
        self.rewards = torch.empty(*shape, envs.players)
        self.ended = torch.empty(shape, dtype=torch.bool)

    @torch.no_grad()
    def play(self, net: Net, envs: Vector, seen: Seen) -> Seen:
        for t in range(STEPS):
            rows, masks = torch.from_numpy(seen.observations), torch.from_numpy(seen.masks)
            logs, self.values[t] = net(rows, masks)
            actions = torch.multinomial(logs.exp(), 1).squeeze(-1)
            self.rows[t], self.masks[t], self.actions[t] = rows, masks, actions
            self.seats[t] = torch.from_numpy(seen.seats)
            self.logs[t] = logs.gather(-1, actions[:, None]).squeeze(-1)
            seen = envs.step(actions.numpy())
            self.rewards[t] = torch.from_numpy(seen.rewards) / POINTS
            self.ended[t] = torch.from_numpy(seen.terminated | seen.truncated)
        return seen

    def advantages(self) -> tuple[Tensor, Tensor]:
        """Of each decision, and whether it can be told: the last of a seat in a rollout cannot."""
        envs, players = self.rewards.shape[1:]
        every = torch.arange(envs)
        gained = torch.zeros(envs, players)  # since the seat's next decision before
        worth = torch.zeros(envs, players)
        later = torch.zeros(envs, players)
        known = torch.zeros(envs, players, dtype=torch.bool)
        found, told = torch.zeros_like(self.values), torch.zeros_like(self.ended)
        for t in reversed(range(STEPS)):
            over = self.ended[t][:, None]
            gained = gained.masked_fill(over, 0) + self.rewards[t]
            worth, later = worth.masked_fill(over, 0), later.masked_fill(over, 0)
            known = known | over
            seat = self.seats[t]
            found[t] = gained[every, seat] + worth[every, seat] - self.values[t]
            found[t] += LAMBDA * later[every, seat]
            told[t] = known[every, seat]
            worth[every, seat] = self.values[t]
            later[every, seat] = found[t] * told[t]
            gained[every, seat] = 0
            known[every, seat] = True
        return found, told


def learn(net: Net, optimiser: torch.optim.Optimizer, rollout: Rollout) -> None:
    found, told = rollout.advantages()
    wanted = told.flatten().nonzero().squeeze(-1)
    rows, masks = rollout.rows.flatten(0, 1), rollout.masks.flatten(0, 1)
    actions, before = rollout.actions.flatten(), rollout.logs.flatten()
    gains = found.flatten()
    returns = gains + rollout.values.flatten()
    for _ in range(EPOCHS):
        for part in wanted[torch.randperm(len(wanted))].chunk(PARTS):
            gain = gains[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            logs, values = net(rows[part], masks[part])
            ratio = (logs.gather(-1, actions[part][:, None]).squeeze(-1) - before[part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            entropy = -(logs.exp() * logs).sum(-1).mean()
            loss = -torch.min(ratio * gain, clipped * gain).mean() - ENTROPY * entropy
            loss = loss + 0.5 * (values - returns[part]).pow(2).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def share_of_wins(net: Net, game: str, players: int, bots: str, matches: int) -> Interval:
    """One learner among bots, in every seat, always playing what it likes best."""
    envs = fourwinds.vector(
        game,
        envs=matches,
        players=players,
        seed=[UNSEEN + number for number in range(matches)],
        bots=bots,
        rewards="win",
        normalised=True,
        max_decisions=MOST,
    )
    # Where a match has ended another begins at once; only the first of each counts.
    wins, over = np.zeros(matches), np.zeros(matches, np.bool_)
    seats, seen = envs.learners, envs.reset()
    while not over.all():
        logs, _ = net(torch.from_numpy(seen.observations), torch.from_numpy(seen.masks))
        seen = envs.step(logs.argmax(-1).numpy())
        ended = (seen.terminated | seen.truncated) & ~over
        wins[ended] = seen.rewards[ended, seats[ended]]
        over |= ended
    mean = Mean()
    for win in wins:
        mean.add(float(win))
    share = mean.share()
    assert share is not None
    return share


def shown(share: Interval) -> str:
    return f"{share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]"


def checkpoint(net: Net, envs: Vector, how: str) -> Policy:
    """The policy as the bot `policy` reads it: plain arrays."""
    scale = Normaliser(envs.rules)
    layers = [
        (layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy())
        for layer in net.policy
        if isinstance(layer, nn.Linear)
    ]
    card = {"format": FORMAT, **made_for(envs.rules), "how": how}
    return Policy(card, scale.scale, scale.offset, layers)


def draw(curve: list[tuple[int, Interval, Interval]], path: Path, players: int) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter

    figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
    decisions = [point[0] for point in curve]
    for column, name in ((1, "deckhands"), (2, "mates")):
        shares: list[Any] = [point[column] for point in curve]
        low, high = [share.low for share in shares], [share.high for share in shares]
        line = axes.plot(decisions, [share.mean for share in shares], marker="o", label=name)
        axes.fill_between(decisions, low, high, alpha=0.2, linewidth=0, color=line[0].get_color())
    axes.axhline(1 / players, linestyle=":", color="grey", label="an even share")
    axes.set(xlabel="decisions learned from, in all seats", ylim=(0, 1))
    axes.set_ylabel("share of wins among")
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="santa-timea")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--envs", type=int, default=128, help="matches at once (128)")
    parser.add_argument("--minutes", type=float, default=10, help="time to learn (10)")
    parser.add_argument("--matches", type=int, default=400, help="to measure with at last (400)")
    parser.add_argument("--few", type=int, default=100, help="for a point of the curve (100)")
    parser.add_argument("--points", type=int, default=6, help="points of the curve (6)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="cores to learn on (1)")
    parser.add_argument("--out", type=Path, default=Path("self_play"), help="folder (self_play)")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)
    chosen.out.mkdir(parents=True, exist_ok=True)
    game, players = chosen.game, chosen.players

    envs = fourwinds.vector(
        game,
        envs=chosen.envs,
        players=players,
        seed=chosen.seed,
        rewards="points",
        normalised=True,
        copy=False,
        max_decisions=MOST,
    )
    net = Net(envs.observation_size, envs.action_count)
    optimiser = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    rollout, seen = Rollout(envs), envs.reset()
    curve: list[tuple[int, Interval, Interval]] = []
    spent, stepping, decisions = 0.0, 0.0, 0

    def measure(matches: int) -> None:
        among = [share_of_wins(net, game, players, bots, matches) for bots in ("deckhand", "mate")]
        curve.append((decisions, among[0], among[1]))
        said = f"among deckhands {shown(among[0])}, among mates {shown(among[1])}"
        print(f"{decisions:>10,} decisions, {spent:5.0f} s of processor time: {said}", flush=True)

    while spent < 60 * chosen.minutes:
        if spent >= 60 * chosen.minutes * len(curve) / chosen.points:
            measure(chosen.few)
        part = spent / (60 * chosen.minutes)
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.05, 1 - part)
        start = time.process_time()
        seen = rollout.play(net, envs, seen)
        middle = time.process_time()
        learn(net, optimiser, rollout)
        spent += time.process_time() - start
        stepping += middle - start
        decisions += STEPS * chosen.envs
    measure(chosen.matches)
    pace = decisions / spent
    print(f"{pace:,.0f} decisions a second of processor time, {stepping / spent:.0%} of it playing")
    how = f"self-play, {decisions:,} decisions in {spent / 60:.1f} minutes of processor time"
    checkpoint(net, envs, how).save(chosen.out / "policy.npz")
    with (chosen.out / "learning_curve.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("decisions", "deckhands", "low", "high", "mates", "low", "high"))
        for at, first, second in curve:
            each = [value for one in (first, second) for value in (one.mean, one.low, one.high)]
            writer.writerow((at, *each))
    draw(curve, chosen.out / "learning_curve.svg", players)
    results = {
        "game": game,
        "players": players,
        "decisions": decisions,
        "processor_minutes": round(spent / 60, 1),
        "decisions_a_second": round(pace),
        "matches": chosen.matches,
        "deckhand": curve[-1][1].json(),
        "mate": curve[-1][2].json(),
    }
    (chosen.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
