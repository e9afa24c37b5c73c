export type TurnLimits = {
  /** Maximum concurrent turns per key: `perKeyAlone` while no other key runs or waits, otherwise `perKey`. */
  perKey: number;
  perKeyAlone: number;
  /** Maximum concurrent turns of all keys together. */
  inAll: number;
  /** Maximum number of waiting requests per key. More are refused. */
  waiting: number;
  /** Milliseconds after which a waiting request is refused. */
  maxWaitMs: number;
};

export type Leave = () => void;

export type FairTurns = {
  /** Waits for a turn. Undefined if too many requests are waiting, or if it took too long. */
  enter(key: string): Promise<Leave | undefined>;
};

type Waiting = { start: () => void };
type Line = { running: number; waiting: Waiting[] };

/** Schedules requests fairly: keys take turns, so a key with many requests delays only itself. */
export function openFairTurns(limits: TurnLimits): FairTurns {
  /** Sorted by when their next turn comes. */
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

  /** Gives each waiting key one turn after the other until the limits are reached. */
  function startNext(): void {
    let hasGiven = true;
    while (hasGiven) {
      hasGiven = false;
      for (const [key, line] of [...lines]) {
        if (line.waiting.length === 0 || !mayRun(line)) continue;
        begin(line);
        line.waiting.shift()!.start();
        moveToEnd(key, line);
        hasGiven = true;
      }
    }
  }

  function moveToEnd(key: string, line: Line): void {
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
      moveToEnd(key, line);
      tidy(key, line);
      startNext();
    };
  }

  async function wait(key: string, line: Line): Promise<Leave | undefined> {
    const turn = Promise.withResolvers<boolean>();
    const one = { start: () => turn.resolve(true) };
    line.waiting.push(one);
    const late = setTimeout(() => turn.resolve(false), limits.maxWaitMs);
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
