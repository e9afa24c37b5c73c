import { inflateRawSync, inflateSync } from 'node:zlib';

/**
 * Maximum output in bytes. No decoded stream of a base file is larger (pdf/normalise/source/inflate-budget.ts).
 */
const MAX_OUTPUT = 512 * 1024 * 1024;

/**
 * Replaces `DecompressionStream` in pdf.js. It supports one write and one read, because creating a platform
 * stream costs more than decompressing a page's content.
 */
export class InflateAtOnce {
  readonly #format: string;
  #unpacked: Promise<Uint8Array> | undefined;

  constructor(format: string) {
    this.#format = format;
  }

  readonly writable = {
    getWriter: () => ({
      ready: Promise.resolve(),
      write: (bytes: Uint8Array) => {
        this.#unpacked = this.#inflate(bytes);
        return this.#unpacked;
      },
      close: () => Promise.resolve(),
    }),
  };

  readonly readable = {
    unpacked: () => this.#unpacked,
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      const unpacked = await this.unpacked();
      if (unpacked) yield unpacked;
    },
  };

  async #inflate(bytes: Uint8Array): Promise<Uint8Array> {
    const inflate = this.#format === 'deflate-raw' ? inflateRawSync : inflateSync;
    return Promise.resolve(inflate(bytes, { maxOutputLength: MAX_OUTPUT }));
  }
}
