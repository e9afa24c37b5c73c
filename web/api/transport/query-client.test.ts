import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportConnection } from './connection.ts';
import { queryDefaults } from './query-client.ts';

/** A screen that is opened and closed, and the number of requests it caused. */
function screen() {
  const client = new QueryClient({ defaultOptions: queryDefaults });
  let requestCount = 0;
  const options = {
    queryKey: ['api', 'dashboard', 'stats'],
    queryFn: () => Promise.resolve((requestCount += 1)),
  };
  return {
    client,
    async visit(): Promise<number> {
      const leave = new QueryObserver(client, options).subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(10);
      leave();
      return requestCount;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  reportConnection('open');
});
afterEach(() => void vi.useRealTimers());

test('returning to a screen sends no requests while the stream is open and no event arrived', async () => {
  const { visit } = screen();
  expect(await visit()).toBe(1);
  expect(await visit()).toBe(1);
});

test('returning to a screen sends the requests once after an event', async () => {
  const { client, visit } = screen();
  await visit();
  await client.invalidateQueries({ queryKey: ['api', 'dashboard'] });
  expect(await visit()).toBe(2);
});

test('returning to a screen after five minutes sends the requests once', async () => {
  const { visit } = screen();
  await visit();
  await vi.advanceTimersByTimeAsync(299_000);
  expect(await visit()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await visit()).toBe(2);
});

test('returning to a screen always sends the requests while no event can arrive', async () => {
  const { visit } = screen();
  await visit();
  reportConnection('lost');
  expect(await visit()).toBe(2);
});
