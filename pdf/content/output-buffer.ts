const HEX = Uint8Array.from('0123456789ABCDEF', (char) => char.charCodeAt(0));

/** A growing byte buffer from which the last bytes can be removed. */
export class OutputBuffer {
  #bytes: Uint8Array;
  length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(64, capacity));
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length++] = value;
  }

  /** Writes one byte per character. */
  text(text: string): void {
    this.#grow(text.length);
    for (let at = 0; at < text.length; at += 1) this.#bytes[this.length++] = text.charCodeAt(at);
  }

  append(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes the byte as two hexadecimal digits. */
  hex(byte: number): void {
    this.#grow(2);
    this.#bytes[this.length++] = HEX[byte >> 4]!;
    this.#bytes[this.length++] = HEX[byte & 15]!;
  }

  truncate(length: number): void {
    this.length = length;
  }

  /** Removes the bytes from `from` up to `to`. */
  remove(from: number, to: number): void {
    this.#bytes.copyWithin(from, to, this.length);
    this.length -= to - from;
  }

  latin1(from: number, to = this.length): string {
    return Buffer.from(this.#bytes.buffer, from, to - from).toString('latin1');
  }

  /** Returns a view that is valid only until the next write. */
  view(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.length);
  }

  #grow(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
