import { expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

test('skips a run that is due during another one, retries a failed run, and waits for the current run when stopping', async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const log = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const turns: { finish(): void; fail(error: Error): void }[] = [];
  const act = () =>
    new Promise<void>((finish, fail) => {
      turns.push({ finish, fail });
    });
  const watch = repeat({ name: 'tide', everyMs: 1000, act });
  expect(turns).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(turns).toHaveLength(1);

  turns[0]!.fail(new Error('the gauge is stuck'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(said.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['tide: the gauge is stuck']);
  expect(turns).toHaveLength(2);

  let stopped = false;
  const stopping = watch.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect([turns.length, stopped]).toEqual([2, false]);
  turns[1]!.finish();
  await stopping;
  log.mockRestore();
  vi.useRealTimers();
});
