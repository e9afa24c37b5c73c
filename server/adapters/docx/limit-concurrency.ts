/** A document is small beside another that has at least so many times its bytes. */
const smallness = 4;

type Place = 'own' | 'beside';
type Turn = { account: string; size: number; begin: (place: Place) => void };

/** `size`: bytes of the document. */
export type Work<Result> = { account: string; size: number; run: () => Promise<Result> };

/**
 * At most `most` pieces of work concurrently, and one of each account; the others wait in the order in which they came,
 * those of an account that is at work behind all others. One more may run beside them: a document that is small beside
 * the one that its own account has in work. It takes no place from another account.
 */
export function limitConcurrency(most: number): <Result>(work: Work<Result>) => Promise<Result> {
  const waiting: Turn[] = [];
  /** The size of the document that an account has in work. */
  const running = new Map<string, number>();
  let besides = false;

  const take = (isNext: (turn: Turn) => boolean): Turn | undefined => {
    const at = waiting.findIndex(isNext);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  // Places are taken here and not when the work begins, so that nothing can slip in between.
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
