export type TurnLimits = {
  /** Running at the same time for one key while other keys run or wait too, and while none does. */
  perKey: number;
  perKeyAlone: number;
  /** Running at the same time for all keys. */
  inAll: number;
  /** Waiting for one key; one more is refused. */
  waiting: number;
  /** A request that has waited so long is refused. Milliseconds. */
  longestWait: number;
};

/** Ends the turn. */
export type Leave = () => void;

export type FairTurns = {
  /** Waits for a turn; undefined where too many wait already, or where it took too long. */
  enter(key: string): Promise<Leave | undefined>;
};

type Waiting = { start: () => void };
type Line = { running: number; waiting: Waiting[] };

/**
 * Turns that are given out fairly: a key that asks for many waits behind itself, and the keys that wait get their turns one
 * after the other.
 */
export function openFairTurns(limits: TurnLimits): FairTurns {
  /** In the order in which they are next. */
  const lines = new Map<string, Line>();
  let running = 0;

  function mayRun({ running: own }: Line): boolean {
    const isAlone = lines.size === 1;
    return running < limits.inAll && own < (isAlone ? limits.perKeyAlone : limits.perKey);
  }

  function begin(line: Line): void {
    line.running += 1;
    running += 1;
  }

  function tidy(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
  }

  /** One turn for each key that waits, and again, until none may run. */
  function giveTurns(): void {
    let hasGiven = true;
    while (hasGiven) {
      hasGiven = false;
      for (const [key, line] of [...lines]) {
        if (line.waiting.length === 0 || !mayRun(line)) continue;
        begin(line);
        line.waiting.shift()!.start();
        putLast(key, line);
        hasGiven = true;
      }
    }
  }

  function putLast(key: string, line: Line): void {
    lines.delete(key);
    lines.set(key, line);
  }

  function leave(key: string, line: Line): Leave {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.running -= 1;
      running -= 1;
      putLast(key, line);
      tidy(key, line);
      giveTurns();
    };
  }

  async function wait(key: string, line: Line): Promise<Leave | undefined> {
    const turn = Promise.withResolvers<boolean>();
    const one = { start: () => turn.resolve(true) };
    line.waiting.push(one);
    const late = setTimeout(() => turn.resolve(false), limits.longestWait);
    const isMine = await turn.promise;
    clearTimeout(late);
    if (isMine) return leave(key, line);
    line.waiting = line.waiting.filter((other) => other !== one);
    tidy(key, line);
    return undefined;
  }

  return {
    async enter(key) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.waiting.length === 0 && mayRun(line)) {
        begin(line);
        return leave(key, line);
      }
      if (line.waiting.length >= limits.waiting) return undefined;
      return wait(key, line);
    },
  };
}
