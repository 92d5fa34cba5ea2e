"""A bot in thirty lines: imagines some worlds and plays the action that does best in them.

Register such a bot in your own package with an entry point, and its name works everywhere:

    [project.entry-points."fourwinds.bots"]
    cautious = "cautious_bot:make"
"""

import random

import fourwinds as fw


class Cautious:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def begin(self, rules, seat):  # optional: called once, before the first decision
        self.rules, self.seat = rules, seat

    def choose(self, view, actions, deadline):
        worth = dict.fromkeys(actions, 0.0)
        for _ in range(5):
            for action in actions:
                world = self.rules.imagine(view, self.rng.getrandbits(32))
                world.play(self.seat, action)
                for _ in range(60):  # then everybody plays at random for a while
                    if world.over:
                        break
                    seat = world.actors[0]
                    world.play(seat, self.rng.choice(world.actions(seat)))
                worth[action] -= world.ranking[self.seat]
        return max(actions, key=worth.get)


def make(argument, seed):
    return Cautious(seed)


if __name__ == "__main__":
    rules = fw.game("santa-timea").rules(players=3, options={"rounds": 1})
    bot = make(None, 1)
    bot.begin(rules, 0)
    state, rng = rules.start(seed=7), random.Random(7)
    while not state.over:
        seat = state.actors[0]
        actions = state.actions(seat)
        choice = bot.choose(state.view(0), actions, None) if seat == 0 else rng.choice(actions)
        state.play(seat, choice)
    print("points:", state.scores, "winners:", state.winners)
