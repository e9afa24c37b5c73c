/**
 * Returns the parts of an address as they are entered: street, further lines, city with postal code, and country.
 * The last two of several lines are city and country.
 */
export function addressParts(address: string): [string, string, string, string] {
  const [street = '', ...rest] = address.split('\n');
  if (rest.length < 2) return [street, '', rest[0] ?? '', ''];
  return [street, rest.slice(0, -2).join(', '), rest.at(-2)!, rest.at(-1)!];
}

/** Returns an address as it is stored and printed: one line per part, without empty lines. */
export function addressLines(parts: readonly string[]): string {
  return parts
    .flatMap((part) => part.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
