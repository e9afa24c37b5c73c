import { warningFrom } from './allowance.ts';

/** `part`: how full a bar is, from 0 to 1 of `limit`. `level`: whether to show a warning. */
export type UsageLevel = { part: number; level: 'fine' | 'near' | 'full' };

/** Undefined without a limit, which is a limit below 0 as everywhere in the API (specification §3). */
export function usageLevel(used: number, limit: number): UsageLevel | undefined {
  if (limit < 0) return undefined;
  const part = limit === 0 ? 1 : Math.min(1, used / limit);
  if (part < warningFrom) return { part, level: 'fine' };
  return { part, level: part < 1 ? 'near' : 'full' };
}
