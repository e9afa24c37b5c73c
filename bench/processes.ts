import { readdirSync, readFileSync } from 'node:fs';

// Processes of Linux as /proc shows them.
const ticksPerSecond = 100;

/** A process and everything that it has started. */
export function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = statOf(Number(name))?.[1];
      return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
    });
  const found = [pid];
  for (const one of found)
    found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found;
}

/** The fields of /proc/PID/stat from the state on; nothing of a process that has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
  } catch {
    return undefined;
  }
}

/** Its words, with nothing but zeros between them; nothing of a process that has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** Processor time in seconds, of its ended children too unless told otherwise. */
export function seconds(pid: number, { endedToo = true }: { endedToo?: boolean } = {}): number {
  const ticks = (statOf(pid) ?? []).slice(11, endedToo ? 15 : 13).map(Number);
  return sum(ticks) / ticksPerSecond;
}

/** A line of a file below /proc/PID that is counted in kB; 0 of a process that has ended. */
export function kilobytes(pid: number, file: string, name: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'latin1');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
