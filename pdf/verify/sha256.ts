/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const constants = fractionsOf(64, Math.cbrt);
/** The same for the square roots of the first 8 primes (5.3.3). */
const start = fractionsOf(8, Math.sqrt);

/**
 * SHA-256 of data that arrives in parts. WebCrypto can hash only a complete buffer, so it would hash the
 * beginning of a file again for each signature that covers it.
 */
export class Sha256 {
  readonly #state = Int32Array.from(start);
  readonly #block = new Uint8Array(64);
  readonly #words = new Int32Array(64);
  #filled = 0;
  #length = 0;

  copy(): Sha256 {
    const copy = new Sha256();
    copy.#state.set(this.#state);
    copy.#block.set(this.#block);
    copy.#filled = this.#filled;
    copy.#length = this.#length;
    return copy;
  }

  update(bytes: Uint8Array): this {
    this.#length += bytes.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(64 - this.#filled, bytes.length);
      this.#block.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < 64) return this;
      this.#compress(this.#block, 0);
    }
    for (; at + 64 <= bytes.length; at += 64) this.#compress(bytes, at);
    this.#block.set(bytes.subarray(at));
    this.#filled = bytes.length - at;
    return this;
  }

  /** Returns the digest. Nothing can be added afterwards. */
  digest(): Uint8Array {
    const bits = this.#length * 8;
    const end = new Uint8Array(this.#filled < 56 ? 64 - this.#filled : 128 - this.#filled);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits >>> 0);
    this.update(end);
    const digest = new DataView(new ArrayBuffer(32));
    this.#state.forEach((word, at) => digest.setInt32(at * 4, word));
    return new Uint8Array(digest.buffer);
  }

  #compress(bytes: Uint8Array, offset: number): void {
    const words = this.#words;
    for (let at = 0; at < 16; at += 1) {
      const from = offset + at * 4;
      words[at] =
        (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
    }
    for (let at = 16; at < 64; at += 1) {
      const [one, other] = [words[at - 15]!, words[at - 2]!];
      const first = turn(one, 7) ^ turn(one, 18) ^ (one >>> 3);
      const second = turn(other, 17) ^ turn(other, 19) ^ (other >>> 10);
      words[at] = (words[at - 16]! + first + words[at - 7]! + second) | 0;
    }
    const state = this.#state;
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let at = 0; at < 64; at += 1) {
      const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const added = (h + mixed + ((e & f) ^ (~e & g)) + constants[at]! + words[at]!) | 0;
      const rest = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + added) | 0;
      d = c;
      c = b;
      b = a;
      a = (added + rest) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function fractionsOf(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return Int32Array.from(primes, (prime) => ((root(prime) % 1) * 2 ** 32) | 0);
}
