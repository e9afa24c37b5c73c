const ascii = /^[\x20-\x7e]+$/;

/**
 * The letter that a key stands for in a shortcut, in lower case. Under a layout without Latin letters, as the Arabic,
 * Greek and Cyrillic ones, it is the letter that the key has on an English keyboard.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = ascii.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  return letter.toLowerCase();
}
