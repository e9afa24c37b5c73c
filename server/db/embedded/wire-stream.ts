import { Duplex } from 'node:stream';

/** The side of the engine's thread, as one connection sees it. */
export interface EngineLine {
  open(): void;
  write(bytes: Uint8Array): void;
  close(): void;
}

/** One wire connection into the engine's thread, in the shape of the socket that `pg` expects. */
export class WireStream extends Duplex {
  readonly #line: EngineLine;

  constructor(line: EngineLine) {
    super({ allowHalfOpen: false });
    this.#line = line;
  }

  /** Called by pg; host and port mean nothing here. */
  connect(): this {
    this.#line.open();
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  /** The engine's thread keeps the process alive, not its connections. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Bytes from the engine; null when it has ended the connection. */
  arrived(bytes: Uint8Array | null): void {
    if (bytes === null) this.push(null);
    else this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  override _read(): void {
    // The engine sends whenever it has something; pg reads at once.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#line.write(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#line.write(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.#line.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#line.close();
    done(error);
  }
}
