import { warningFrom } from './allowance.ts';

/** `part` is the used share of `limit`, from 0 to 1. `level` decides whether a warning is shown. */
export type UsageLevel = { part: number; level: 'fine' | 'near' | 'full' };

/**
 * Returns the usage level. Returns undefined for a limit below 0, which means unlimited throughout the API
 * (specification §3).
 */
export function usageLevel(used: number, limit: number): UsageLevel | undefined {
  if (limit < 0) return undefined;
  const part = limit === 0 ? 1 : Math.min(1, used / limit);
  if (part < warningFrom) return { part, level: 'fine' };
  return { part, level: part < 1 ? 'near' : 'full' };
}
