/**
 * The few parts of PostgreSQL's wire protocol 3.0 that the session mux needs: cutting a byte stream into
 * frames (type byte, then a big-endian length that counts itself), and making the answers it gives itself.
 * Source: PostgreSQL documentation, chapter "Frontend/Backend Protocol".
 */

export interface Frame {
  /** The type byte as a character; '' for the packets before the start (they have none). */
  type: string;
  /** The whole frame, header included. */
  bytes: Buffer;
}

const HEADER = 5;

/** Cuts whole frames off the front of a growing stream of bytes. */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0);
  #started: boolean;

  constructor(options: { started: boolean }) {
    this.#started = options.started;
  }

  /** The startup packet has been seen: from now on frames carry a type byte. */
  started(): void {
    this.#started = true;
  }

  push(bytes: Uint8Array): void {
    const more = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#pending = this.#pending.length === 0 ? more : Buffer.concat([this.#pending, more]);
  }

  next(): Frame | undefined {
    const typeLength = this.#started ? 1 : 0;
    if (this.#pending.length < typeLength + 4) return undefined;
    const total = typeLength + this.#pending.readUInt32BE(typeLength);
    if (this.#pending.length < total) return undefined;
    const bytes = this.#pending.subarray(0, total);
    this.#pending = this.#pending.subarray(total);
    return { type: this.#started ? String.fromCharCode(bytes[0] ?? 0) : '', bytes };
  }
}

export function frame(type: string, body: Uint8Array): Buffer {
  const bytes = Buffer.alloc(HEADER + body.length);
  bytes.write(type, 0, 'latin1');
  bytes.writeUInt32BE(4 + body.length, 1);
  bytes.set(body, HEADER);
  return bytes;
}

export const zeroEnded = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf8');

export const query = (sql: string): Buffer => frame('Q', zeroEnded(sql));
export const sync = (): Buffer => frame('S', Buffer.alloc(0));
export const closeStatement = (name: string): Buffer => frame('C', zeroEnded(`S${name}`));

/** AuthenticationOk, the settings that drivers read, a key for cancelling (never honoured), and ready. */
export function startAnswer(connection: number, serverVersion: string): Buffer {
  const settings: [string, string][] = [
    ['server_version', serverVersion],
    ['server_encoding', 'UTF8'],
    ['client_encoding', 'UTF8'],
    ['DateStyle', 'ISO, MDY'],
    ['TimeZone', 'UTC'],
    ['integer_datetimes', 'on'],
    ['standard_conforming_strings', 'on'],
  ];
  const key = Buffer.alloc(8);
  key.writeUInt32BE(connection, 0);
  return Buffer.concat([
    frame('R', Buffer.alloc(4)),
    ...settings.map(([name, value]) => frame('S', Buffer.concat([zeroEnded(name), zeroEnded(value)]))),
    frame('K', key),
    readyForQuery(),
  ]);
}

export const readyForQuery = (): Buffer => frame('Z', Buffer.from('I'));

export function errorAnswer(severity: 'ERROR' | 'FATAL', code: string, message: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${message}`].map(zeroEnded);
  return frame('E', Buffer.concat([...fields, Buffer.alloc(1)]));
}

/** The fields of an ErrorResponse by their letter: S severity, V severity untranslated, C code, M message. */
export function errorFields(bytes: Buffer): Map<string, string> {
  const parts = bytes.subarray(HEADER).toString('utf8').split('\0').filter(Boolean);
  return new Map(parts.map((part) => [part.charAt(0), part.slice(1)]));
}

/**
 * The same Parse, Bind, Describe or Close frame with its prepared statement renamed; frames that name no
 * statement come back as they are.
 */
export function renameStatement(from: Frame, rename: (name: string) => string): Buffer {
  const body = from.bytes.subarray(HEADER);
  switch (from.type) {
    case 'P':
      return replaceText(from, body, 0, rename);
    case 'B': // the portal's name comes first
      return replaceText(from, body, body.indexOf(0) + 1, rename);
    case 'D':
    case 'C':
      return body[0] === 'S'.charCodeAt(0) ? replaceText(from, body, 1, rename) : from.bytes;
    default:
      return from.bytes;
  }
}

function replaceText(from: Frame, body: Buffer, start: number, rename: (name: string) => string): Buffer {
  const end = body.indexOf(0, start);
  const name = body.toString('utf8', start, end);
  if (name === '') return from.bytes; // the unnamed statement lives for one unit of work only
  const parts = [body.subarray(0, start), Buffer.from(rename(name), 'utf8'), body.subarray(end)];
  return frame(from.type, Buffer.concat(parts));
}
