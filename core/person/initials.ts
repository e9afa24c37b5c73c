/**
 * Returns the suggested initials for a signer, such as 'GBL' for Grace Brewster Lindqvist, with at most four
 * letters. They are never entered automatically. Capitalization depends on the language: Turkish 'i' becomes
 * 'İ'.
 */
export function initialsOf(name: string, language?: string): string {
  const letters = name
    .split(/[\s-]+/u)
    .map((word) => [...word].find((letter) => /\p{L}/u.test(letter)) ?? '');
  return [...letters.join('').toLocaleUpperCase(language)].slice(0, 4).join('');
}

/** Returns one or two letters for a person's avatar: 'GL' for Grace Lindqvist, 'H' for hr@harbour.example. */
export function shortInitials(name: string, address = ''): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = chosen.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (letters || [...address][0] || '?').toLocaleUpperCase();
}
