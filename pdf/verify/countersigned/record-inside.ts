import { locateCounterseal } from './locate-counterseal.ts';

/**
 * Returns the sealed record inside a countersigned file. Returns any other file unchanged. Nothing is verified
 * here.
 */
export async function recordInside(sealed: Uint8Array): Promise<Uint8Array> {
  const located = await locateCounterseal(sealed);
  return located !== undefined && 'record' in located ? located.record : sealed;
}
