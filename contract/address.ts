import { pathOf, type Address } from './paths.ts';
import type { Filled, Known } from './routes.ts';

type Parts = { params?: object; query?: object };

/**
 * Returns the address with its parameters filled in, for a link. Null and empty query parameters are omitted, and an
 * object becomes `name[key]=value`.
 */
export function addressOf<At extends Known>(
  at: At,
  ...[filled]: Record<never, never> extends Filled<At> ? [filled?: Filled<At>] : [filled: Filled<At>]
): string {
  return fillIn(at, filled as Parts | undefined);
}

/** Like `addressOf`, for callers that have already checked the parts against the row. */
export function fillIn(at: Address, { params = {}, query = {} }: Parts = {}): string {
  const values = new Map(Object.entries(params));
  const path = pathOf(at).replace(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const given = Object.entries(query)
    .flatMap(([name, value]: [string, unknown]) =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).map(([key, one]): [string, unknown] => [`${name}[${key}]`, one])
        : [[name, value] as [string, unknown]],
    )
    .filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (given.length === 0) return path;
  const texts = given.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return `${path}?${texts.join('&')}`;
}
