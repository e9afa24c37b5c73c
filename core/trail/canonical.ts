type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Serializes a value with the JSON Canonicalization Scheme (RFC 8785): properties sorted by UTF-16 code units,
 * no white space, numbers and strings as in ECMAScript. Equal values always give the same text and therefore the
 * same hash.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number');
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
    throw new TypeError('A lone surrogate cannot be hashed');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value).sort(byCodeUnits);
  return `{${members.map((key) => `${canonicalJson(key)}:${canonicalJson(value[key] as Json)}`).join(',')}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
