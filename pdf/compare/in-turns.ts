/** Time limit in milliseconds for all tasks, and the minimum for each task before the next one begins. */
export type Times = { enough: number; share: number };

/**
 * Runs tasks in sequence. A task that exceeds its share of the time continues while the next tasks begin, so
 * that a slow page does not keep the others from being compared. The result is 'late' for tasks that have not
 * finished by the end. Tasks must yield to timers.
 */
export async function* inTurns<T>(
  count: number,
  start: (index: number) => Promise<T>,
  { enough, share }: Times,
): AsyncGenerator<{ index: number; result: T | 'late' }> {
  const until = performance.now() + enough;
  const left = (): number => until - performance.now();
  const unfinished: [number, Promise<T>][] = [];
  for (let index = 0; index < count; index += 1) {
    if (left() <= 0) {
      yield { index, result: 'late' };
      continue;
    }
    const work = start(index);
    const result = await inTime(work, Math.min(left(), Math.max(share, left() / (count - index))));
    if (result === 'late') unfinished.push([index, work]);
    else yield { index, result };
  }
  for (const [index, work] of unfinished) yield { index, result: await inTime(work, Math.max(0, left())) };
}

/** Returns the result, or 'late' if it takes longer than `ms`. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  // An abandoned task fails when the file is closed, so its rejection is ignored.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
