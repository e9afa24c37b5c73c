import { afterAll, vi } from 'vitest';
import { endSince } from '../at-the-end.ts';

// Test files share a process and run one after the other, so that the product is loaded once. No state of one
// file may remain for the next.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await endSince(0);
});
