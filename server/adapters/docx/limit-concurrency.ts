/**
 * At most `most` pieces of work at once, and one of each account; the others wait in the order in which they came,
 * those of an account that is at work behind all others.
 */
export function limitConcurrency(most: number): <T>(account: string, work: () => Promise<T>) => Promise<T> {
  const waiting: { account: string; begin: () => void }[] = [];
  const running = new Set<string>();

  const next = (): void => {
    if (running.size >= most) return;
    const at = waiting.findIndex(({ account }) => !running.has(account));
    const [turn] = at < 0 ? [] : waiting.splice(at, 1);
    if (!turn) return;
    // Taken here and not when the work begins, so that nobody can slip in between.
    running.add(turn.account);
    turn.begin();
  };
  return async (account, work) => {
    await new Promise<void>((begin) => {
      waiting.push({ account, begin });
      next();
    });
    try {
      return await work();
    } finally {
      running.delete(account);
      next();
    }
  };
}
