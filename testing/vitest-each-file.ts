import { afterAll, vi } from 'vitest';
import { endSince } from './at-the-end.ts';

// Test files share a process, one after the other, so that the product is loaded once: none may find what the one
// before it has left behind.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await endSince(0);
});
