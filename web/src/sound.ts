/* Sounds, made on the spot: a ship's bell for one's turn, a tap of wood for a move. */
let context: AudioContext | null = null;

function tone(frequency: number, start: number, length: number, loud: number, shape: OscillatorType): void {
  if (!context) return;
  const at = context.currentTime + start;
  const source = new OscillatorNode(context, { frequency, type: shape });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(loud, at + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(level).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.05);
}

export function ring(what: "turn" | "move" | "end"): void {
  context ??= new AudioContext();
  void context.resume();
  if (what === "move") {
    tone(190, 0, 0.09, 0.2, "triangle");
    return;
  }
  const strokes = what === "turn" ? [0, 0.22] : [0, 0.22, 0.62, 0.84];
  for (const start of strokes) {
    tone(1318, start, 0.9, 0.12, "sine");
    tone(2640, start, 0.5, 0.05, "sine");
    tone(3560, start, 0.25, 0.03, "sine");
  }
}
