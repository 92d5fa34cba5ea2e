/* The proofs of a deal, checked in the browser with WebCrypto; the same formulas as match/fairness.py. */

const encoder = new TextEncoder();

export function bytes(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new Error("expected hexadecimal digits");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const shown = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function hash(purpose: string, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const all = [encoder.encode(`four winds ${purpose} 1\n`), ...parts];
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
}

export async function commitmentOf(secret: string): Promise<string> {
  return shown(await hash("secret", bytes(secret)));
}

export async function seedOf(secret: string, salts: string[]): Promise<string> {
  const packed = salts.flatMap((salt) => {
    const text = encoder.encode(salt);
    return [Uint8Array.of(text.length), text];
  });
  return shown(await hash("deal", bytes(secret), ...packed));
}

/** The seal of a secret choice: nonce as hexadecimal digits, seat, moves in notation. */
export async function sealOf(nonce: string, seat: number, moves: string[]): Promise<string> {
  return shown(await hash("seal", bytes(nonce), Uint8Array.of(seat), encoder.encode(moves.map((move) => `${move}\n`).join(""))));
}
