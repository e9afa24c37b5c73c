/** Maximum characters of a text quoted in a sentence. */
const maxQuoteLength = 40;

/** Returns the text for use in a sentence, shortened if it is long. */
export function quoted(value: string): string {
  const signs = [...value];
  return signs.length > maxQuoteLength ? `${signs.slice(0, maxQuoteLength).join('')}…` : value;
}

/** Maximum number of names listed in a sentence. */
const mostListed = 30;

/** Returns the names for use in a sentence, each in quotation marks. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).map((name) => `‘${quoted(name)}’`);
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
