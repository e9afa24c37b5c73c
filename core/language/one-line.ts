/** One line of at most so many characters, without what turns text around or cannot be seen (S-17). */
export function line(text: string, most: number): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}
