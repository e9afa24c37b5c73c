/**
 * Splits an address into the parts of the input form: street, additional lines, city with postal code, and
 * country. The last two of several lines are the city and the country.
 */
export function addressParts(address: string): [string, string, string, string] {
  const [street = '', ...rest] = address.split('\n');
  if (rest.length < 2) return [street, '', rest[0] ?? '', ''];
  return [street, rest.slice(0, -2).join(', '), rest.at(-2)!, rest.at(-1)!];
}

/** Joins the parts of an address for storage and printing, with one line per part and no empty lines. */
export function addressLines(parts: readonly string[]): string {
  return parts
    .flatMap((part) => part.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
