import { warningFrom } from './allowance.ts';

/** Without a limit, a bar is full at this number (specification §9). */
const unlimitedScale = 50;

/** `part`: how full a bar is, from 0 to 1 of `scale`. `level`: whether to show a warning. */
export type UsageLevel = { unlimited: boolean; scale: number; part: number; level: 'fine' | 'near' | 'full' };

/** A limit below 0 means unlimited, as everywhere in the API (specification §3). */
export function usageLevel(used: number, limit: number): UsageLevel {
  const unlimited = limit < 0;
  const scale = unlimited ? unlimitedScale : limit;
  const part = scale === 0 ? 1 : Math.min(1, used / scale);
  if (unlimited || part < warningFrom) return { unlimited, scale, part, level: 'fine' };
  return { unlimited, scale, part, level: part < 1 ? 'near' : 'full' };
}
