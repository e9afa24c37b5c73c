/**
 * The initials that a signer is offered: 'GBL' for Grace Brewster Lindqvist, at most four letters. Only a
 * suggestion, never an automatic entry. The language decides about capitals: the Turkish one of 'i' is 'İ'.
 */
export function initialsOf(name: string, language?: string): string {
  const letters = name
    .split(/[\s-]+/u)
    .map((word) => [...word].find((letter) => /\p{L}/u.test(letter)) ?? '');
  return [...letters.join('').toLocaleUpperCase(language)].slice(0, 4).join('');
}

/** One or two letters that represent a person: 'GL' for Grace Lindqvist, 'H' for hr@harbour.example. */
export function shortInitials(name: string, address = ''): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = chosen.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (letters || [...address][0] || '?').toLocaleUpperCase();
}
