/** Collects chunks of bytes and tracks the offset of the next one. */
export class ByteWriter {
  #chunks: Uint8Array[] = [];
  #pending = '';
  #flushed = 0;

  /** Number of bytes written so far. */
  get length(): number {
    return this.#flushed + this.#pending.length;
  }

  /** Writes one byte (0–255) per character. */
  text(text: string): this {
    this.#pending += text;
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#flush();
    this.#chunks.push(bytes);
    this.#flushed += bytes.length;
    return this;
  }

  /** Returns everything written so far in a new array. */
  take(): Uint8Array {
    this.#flush();
    const all = new Uint8Array(this.#flushed);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  #flush(): void {
    if (this.#pending === '') return;
    const chunk = Buffer.from(this.#pending, 'latin1');
    this.#chunks.push(chunk);
    this.#flushed += chunk.length;
    this.#pending = '';
  }
}
