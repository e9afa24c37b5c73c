export const REGULAR = 0;
export const SPACE = 1;
export const DELIMITER = 2;

/** Kind of each byte value (ISO 32000-2, 7.2.3). */
export const KIND = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KIND[byte] = SPACE;
for (const char of '()<>[]{}/%') KIND[char.charCodeAt(0)] = DELIMITER;

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Returns true for digits, signs and the decimal point. */
export const startsNumber = (byte: number): boolean =>
  isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e;

/** Returns the value of a hexadecimal digit, or -1. */
export function hexDigit(byte: number): number {
  if (isDigit(byte)) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
