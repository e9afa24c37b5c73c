/**
 * A waiting document counts as small if the document that its account is converting is at least this many times
 * larger.
 */
const smallness = 4;

type Place = 'own' | 'beside';
type Turn = { account: string; size: number; begin: (place: Place) => void };

/** `size` is in bytes. */
export type Work<Result> = { account: string; size: number; run: () => Promise<Result> };

/**
 * Runs at most `most` tasks concurrently, and one per account. The others wait in order of arrival; tasks of
 * a busy account let other accounts go first. In addition, one small document may run beside the document
 * that its own account is converting, without taking a slot from another account.
 */
export function limitConcurrency(most: number): <Result>(work: Work<Result>) => Promise<Result> {
  const waiting: Turn[] = [];
  /** Size in bytes of the document that each account is converting. */
  const running = new Map<string, number>();
  let besides = false;

  const take = (isNext: (turn: Turn) => boolean): Turn | undefined => {
    const at = waiting.findIndex(isNext);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  // Slots are reserved here rather than when the work starts, so that no other task can take them in between.
  const next = (): void => {
    const turn = running.size < most ? take(({ account }) => !running.has(account)) : undefined;
    if (turn) running.set(turn.account, turn.size);
    turn?.begin('own');
    if (besides) return;
    const small = take(({ account, size }) => size * smallness <= (running.get(account) ?? 0));
    besides = small !== undefined;
    small?.begin('beside');
  };
  return async ({ account, size, run }) => {
    const place = await new Promise<Place>((begin) => {
      waiting.push({ account, size, begin });
      next();
    });
    try {
      return await run();
    } finally {
      if (place === 'beside') besides = false;
      else running.delete(account);
      next();
    }
  };
}
