/* Sounds, made on the spot: bells, wood, coins and wind. */
let context: AudioContext | null = null;

/** What can be heard; a scene names the one it sounds like. */
export type Sound = "turn" | "move" | "end" | "card" | "coin" | "knock" | "wind" | "bell" | "drum" | "water" | "chime";

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

/** Noise through a filter that opens and closes: wind, water, paper. */
function breath(frequency: number, length: number, loud: number, width: number): void {
  if (!context) return;
  const at = context.currentTime;
  const buffer = new AudioBuffer({ length: Math.ceil(context.sampleRate * length), sampleRate: context.sampleRate });
  const noise = buffer.getChannelData(0);
  for (let i = 0; i < noise.length; i++) noise[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: width });
  const level = new GainNode(context, { gain: 0 });
  level.gain.linearRampToValueAtTime(loud, at + length * 0.4);
  level.gain.linearRampToValueAtTime(0, at + length);
  source.connect(filter).connect(level).connect(context.destination);
  source.start(at);
}

function bell(start: number, loud = 1): void {
  tone(1318, start, 0.9, 0.12 * loud, "sine");
  tone(2640, start, 0.5, 0.05 * loud, "sine");
  tone(3560, start, 0.25, 0.03 * loud, "sine");
}

const SOUNDS: Record<Sound, () => void> = {
  turn: () => [0, 0.22].forEach((start) => bell(start)),
  end: () => [523, 659, 784, 1047].forEach((frequency, i) => tone(frequency, i * 0.17, 0.7, 0.12, "triangle")),
  bell: () => bell(0, 0.7),
  move: () => tone(190, 0, 0.09, 0.2, "triangle"),
  card: () => breath(2600, 0.09, 0.25, 0.8),
  coin: () => [2093, 2794].forEach((frequency, i) => tone(frequency, i * 0.06, 0.25, 0.06, "square")),
  knock: () => [0, 0.12].forEach((start) => tone(240, start, 0.08, 0.25, "triangle")),
  wind: () => breath(500, 1.1, 0.3, 1.5),
  drum: () => tone(82, 0, 0.4, 0.35, "sine"),
  water: () => breath(900, 0.6, 0.14, 0.7),
  chime: () => [1047, 1568].forEach((frequency, i) => tone(frequency, i * 0.1, 0.6, 0.09, "sine")),
};

export function ring(what: Sound): void {
  context ??= new AudioContext();
  void context.resume();
  SOUNDS[what]();
}
