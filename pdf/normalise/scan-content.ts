/**
 * One operator of a content stream: `start` is where its first operand begins, `end` is behind the operator, and
 * `operands` is how many of them every program can read. `opens`: an array among them is not closed before the operator;
 * `closes`: one is closed that was opened before the last operator.
 */
export type Operator = {
  name: string;
  start: number;
  at: number;
  end: number;
  operands: number;
  opens: boolean;
  closes: boolean;
};

/** Where brackets begin that nothing closes before the data end: those of arrays, and those of dictionaries. */
export type Unclosed = { arrays: number[]; dictionaries: number[] };

const REGULAR = 0;
const SPACE = 1;
const DELIMITER = 2;
const KIND = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KIND[byte] = SPACE;
for (const char of '()<>[]{}/%') KIND[char.charCodeAt(0)] = DELIMITER;

/**
 * Walks over the operators of a decoded content stream (§7.8.2). An inline image is one operator `BI` that ends
 * behind its EI. `cutOff`: the data end inside a string, an array, a dictionary or an inline image, so that anything
 * appended would be swallowed. `unclosed`: brackets before an operator, by which some programs swallow the rest too.
 */
export function scanContent(
  bytes: Uint8Array,
  visit: (operator: Operator) => void,
): { cutOff: boolean; unclosed: Unclosed } {
  const open: number[] = [];
  const unclosed: Unclosed = { arrays: [], dictionaries: [] };
  let start = -1;
  let operands = 0;
  let closes = false;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    const kind = KIND[byte];
    if (kind === SPACE) {
      at++;
      continue;
    }
    if (byte === 0x25) {
      at = lineEnd(bytes, at);
      continue;
    }
    if (start < 0) start = at;
    if (kind === DELIMITER) {
      const next = skipDelimited(bytes, at);
      if (next < 0) return { cutOff: true, unclosed };
      if (byte === 0x5b || (byte === 0x3c && bytes[at + 1] === 0x3c)) open.push(at);
      if (byte === 0x5d && open.length === 0) closes = true;
      if (byte === 0x5d || (byte === 0x3e && bytes[at + 1] === 0x3e))
        (open.length > 0 ? open : byte === 0x5d ? unclosed.arrays : unclosed.dictionaries).pop();
      // A string, a name, or what closes an array or a dictionary.
      if (open.length === 0) operands++;
      at = next;
      continue;
    }
    const word = at;
    while (at < bytes.length && KIND[bytes[at] ?? 0] === REGULAR) at++;
    if (startsNumber(byte) && !endsAsOperator(bytes, word, at)) {
      // Some read 1e2 as a number and some as a number with an unknown operator behind it, which takes all operands.
      if (open.length === 0) operands = isPlainNumber(bytes, word, at) ? operands + 1 : 0;
      continue;
    }
    const name = wordAt(bytes, word, at);
    if (name === 'true' || name === 'false' || name === 'null') {
      if (open.length === 0) operands++;
      continue;
    }
    if (startsNumber(byte)) operands++;
    // An operator inside brackets: the bracket was not closed in time, or never.
    const opens = open.length > 0 && bytes[start] === 0x5b;
    if (open.length > 0)
      for (const bracket of open.splice(0))
        (bytes[bracket] === 0x5b ? unclosed.arrays : unclosed.dictionaries).push(bracket);
    if (name === 'BI') {
      at = inlineImageEnd(bytes, at);
      if (at < 0) return { cutOff: true, unclosed };
    }
    visit({ name, start, at: word, end: at, operands, opens, closes });
    [start, operands, closes] = [-1, 0, false];
  }
  return { cutOff: open.length > 0, unclosed };
}

const startsNumber = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e;

function isPlainNumber(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (!startsNumber(byte)) return false;
  }
  return true;
}

/** `0Tj`, `1Q`: a number with an operator stuck to it. */
function endsAsOperator(bytes: Uint8Array, from: number, to: number): boolean {
  const last = bytes[to - 1] ?? 0;
  return to - from > 1 && ((last >= 0x41 && last <= 0x5a) || (last >= 0x61 && last <= 0x7a) || last === 0x2a);
}

function wordAt(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to && i < from + 16; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return startsNumber(bytes[from] ?? 0) ? text.replace(/^[-+.\d]+/, '') : text;
}

function lineEnd(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

/** Behind the string, name or bracket that begins at `at`; -1 when a string has no end. */
function skipDelimited(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === 0x28) return literalEnd(bytes, at);
  if (byte === 0x3c && bytes[at + 1] !== 0x3c) {
    const end = bytes.indexOf(0x3e, at);
    return end < 0 ? -1 : end + 1;
  }
  if (byte === 0x2f) {
    let end = at + 1;
    while (end < bytes.length && KIND[bytes[end] ?? 0] === REGULAR) end++;
    return end;
  }
  return at + ((byte === 0x3c || byte === 0x3e) && bytes[at + 1] === byte ? 2 : 1);
}

function literalEnd(bytes: Uint8Array, at: number): number {
  let depth = 0;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return at + 1;
  }
  return -1;
}

/** Behind the EI of the inline image whose BI ends at `at`; its data may hold any bytes (§8.9.7). */
function inlineImageEnd(bytes: Uint8Array, at: number): number {
  while (at < bytes.length) {
    const kind = KIND[bytes[at] ?? 0];
    if (kind === DELIMITER) {
      const next = skipDelimited(bytes, at);
      if (next < 0) return -1;
      at = next;
    } else if (kind === REGULAR) {
      const word = at;
      while (at < bytes.length && KIND[bytes[at] ?? 0] === REGULAR) at++;
      if (at - word >= 2 && bytes[word] === 0x49 && bytes[word + 1] === 0x44) return dataEnd(bytes, word + 2);
      if (at - word === 2 && bytes[word] === 0x45 && bytes[word + 1] === 0x49) return at;
    } else at++;
  }
  return -1;
}

function dataEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
    const before = KIND[bytes[at - 1] ?? 0] === SPACE || at === from;
    const behind = at + 2 >= bytes.length || KIND[bytes[at + 2] ?? 0] === SPACE;
    if (before && behind && looksLikeText(bytes, at + 2)) return at + 2;
  }
  return -1;
}

/** Image data can hold "EI" by chance; operators follow the true one. */
function looksLikeText(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(from + 12, bytes.length); at++) {
    const byte = bytes[at] ?? 0;
    if ((byte < 0x20 && KIND[byte] !== SPACE) || byte > 0x7e) return false;
  }
  return true;
}
