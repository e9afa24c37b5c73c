import { expect, test, vi } from 'vitest';
import { startInTurn } from './start-in-turn.ts';

test('a schedule starts when the first run of the previous one has ended or takes too long', async () => {
  vi.useFakeTimers();
  const log: string[] = [];
  const schedule = (name: string, firstRun?: Promise<void>) => () => {
    log.push(`${name} starts`);
    return { firstRun, stop: async () => void log.push(`${name} stops`) };
  };
  const first = Promise.withResolvers<void>();
  const endless = new Promise<void>(() => undefined);
  const all = startInTurn([
    schedule('bin', first.promise),
    schedule('expiry'),
    schedule('log', endless),
    schedule('seals', endless),
    schedule('reports'),
  ]);
  expect(log).toEqual(['bin starts']);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['bin starts', 'expiry starts', 'log starts']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(log.slice(3)).toEqual(['seals starts']);
  await all.stop();
  expect(log.slice(4)).toEqual(['bin stops', 'expiry stops', 'log stops', 'seals stops']);
});
