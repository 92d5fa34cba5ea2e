// A trick-taking game of about the size of Santa Timea: 60 cards in four suits, twelve cards each,
// the suit led must be followed, the highest card of it takes the trick, five rounds.
const SUITS = 4;
const RANKS = 15;
const HAND = 12;
const ROUNDS = 5;

const suit = (card) => Math.floor(card / RANKS);

function deal(G, ctx, random) {
  const deck = random.Shuffle([...Array(SUITS * RANKS).keys()]);
  for (let seat = 0; seat < ctx.numPlayers; seat++) {
    G.hands[seat] = deck.splice(0, HAND).sort((a, b) => a - b);
  }
}

function legal(hand, trick) {
  if (trick.length === 0) return hand;
  const led = suit(trick[0].card);
  const follows = hand.filter((card) => suit(card) === led);
  return follows.length > 0 ? follows : hand;
}

function winner(trick) {
  const led = suit(trick[0].card);
  const best = trick.reduce((a, b) => (suit(b.card) === led && b.card > a.card ? b : a));
  return best.seat;
}

function play({ G, ctx, playerID, events, random }, card) {
  const seat = Number(playerID);
  if (!legal(G.hands[seat], G.trick).includes(card)) return 'INVALID_MOVE';
  G.hands[seat] = G.hands[seat].filter((held) => held !== card);
  G.trick.push({ seat, card });
  let next = (seat + 1) % ctx.numPlayers;
  if (G.trick.length === ctx.numPlayers) {
    next = winner(G.trick);
    G.scores[next] += G.trick.length;
    G.last = G.trick;
    G.trick = [];
    if (G.hands.every((hand) => hand.length === 0)) {
      G.round += 1;
      if (G.round === ROUNDS) {
        events.endGame({ scores: G.scores });
        return undefined;
      }
      deal(G, ctx, random);
    }
  }
  events.endTurn({ next: String(next) });
  return undefined;
}

module.exports = {
  name: 'tricks',
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const G = { hands: [], trick: [], last: [], scores: Array(ctx.numPlayers).fill(0), round: 0 };
    deal(G, ctx, random);
    return G;
  },
  // Each player sees his own hand and how many cards the others hold.
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  moves: { play },
};
