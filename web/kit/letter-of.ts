const ascii = /^[\x20-\x7e]+$/;

/**
 * Returns the letter of a key in a shortcut, in lower case. In layouts without Latin letters, such as Arabic,
 * Greek and Cyrillic, it is the letter of that key on an English keyboard.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = ascii.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  return letter.toLowerCase();
}
