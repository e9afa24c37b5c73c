import { fillIn, type Parts } from './paths.ts';
import type { Filled, Known } from './routes.ts';

/** Like `fillIn`, but accepts only parameters of the route. */
export function addressOf<At extends Known>(
  at: At,
  ...[filled]: Record<never, never> extends Filled<At> ? [filled?: Filled<At>] : [filled: Filled<At>]
): string {
  return fillIn(at, filled as Parts | undefined);
}
