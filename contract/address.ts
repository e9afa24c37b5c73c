import { pathOf, type Address } from './paths.ts';
import type { Filled, Known } from './routes.ts';

type Parts = { params?: object; query?: object };

/** The address with its parameters in it, for a link. What is null or empty in the query is left out. */
export function addressOf<At extends Known>(
  at: At,
  ...[filled]: Record<never, never> extends Filled<At> ? [filled?: Filled<At>] : [filled: Filled<At>]
): string {
  return fillIn(at, filled as Parts | undefined);
}

/** The same for who has checked already that the parts are those of the row. */
export function fillIn(at: Address, { params = {}, query = {} }: Parts = {}): string {
  const values = new Map(Object.entries(params));
  const path = pathOf(at).replace(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  if (given.length === 0) return path;
  return `${path}?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}
