import { expect, test, vi } from 'vitest';
import { openFairTurns, type Leave } from './fair-turns.ts';

const limits = { perKey: 1, perKeyAlone: 2, inAll: 2, waiting: 3, maxWaitMs: 1000 };

/** Requests turns and records the order in which they start. */
function room(change = {}) {
  const turns = openFairTurns({ ...limits, ...change });
  const begun: string[] = [];
  const leaves = new Map<string, Leave>();
  const ask = (key: string, name = key): Promise<void> =>
    turns.enter(key).then((leave) => {
      begun.push(leave ? name : `${name} refused`);
      if (leave) leaves.set(name, leave);
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    leaves.get(name)!();
    await settle();
  };
  return { ask, begun, end, settle };
}

test('a lone key may use its full limit, but less once another key sends requests', async () => {
  const { ask, begun, end, settle } = room({ inAll: 3 });
  for (const name of ['m1', 'm2', 'm3', 'm4']) void ask('Mallory', name);
  await settle();
  expect(begun).toEqual(['m1', 'm2']);
  void ask('Ada', 'a1');
  await settle();
  expect(begun).toEqual(['m1', 'm2', 'a1']);
  await end('m1');
  // One request of Mallory's is still running, and Ada's has started.
  expect(begun).toEqual(['m1', 'm2', 'a1']);
  await end('m2');
  expect(begun).toEqual(['m1', 'm2', 'a1', 'm3']);
  await end('a1');
  expect(begun).toEqual(['m1', 'm2', 'a1', 'm3', 'm4']);
});

test('waiting keys take turns, no matter how many requests one of them makes', async () => {
  const { ask, begun, end, settle } = room({ inAll: 1, perKeyAlone: 1 });
  for (const name of ['m1', 'm2', 'm3']) void ask('Mallory', name);
  void ask('Ada', 'a1');
  void ask('Grace', 'g1');
  await settle();
  for (const name of ['m1', 'a1', 'g1', 'm2']) await end(name);
  expect(begun).toEqual(['m1', 'a1', 'g1', 'm2', 'm3']);
});

test('refuses more requests of a key with too many waiting, but not of other keys', async () => {
  const { ask, begun, settle } = room({ inAll: 1 });
  for (let at = 0; at < 5; at += 1) void ask('Mallory', `m${at}`);
  void ask('Ada', 'a1');
  await settle();
  expect(begun).toEqual(['m0', 'm4 refused']);
});

test('a request that waits too long is refused and never starts', async () => {
  vi.useFakeTimers();
  try {
    const turns = openFairTurns({ ...limits, inAll: 1 });
    const leave = await turns.enter('Mallory');
    const late = turns.enter('Ada');
    await vi.advanceTimersByTimeAsync(1001);
    expect(await late).toBeUndefined();
    leave!();
    leave!();
    expect(await turns.enter('Grace')).toBeTypeOf('function');
    expect(await Promise.race([turns.enter('Linus').then(() => 'in'), Promise.resolve('waits')])).toBe(
      'waits',
    );
  } finally {
    vi.useRealTimers();
  }
});
