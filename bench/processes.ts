import { readdirSync, readFileSync } from 'node:fs';

// Reads Linux processes from /proc.
const ticksPerSecond = 100;

/** Returns a process and all its descendants. */
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

/** Returns the fields of /proc/PID/stat from the state on. Undefined if the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Returns the command line of a process, with arguments separated by zero bytes. Empty if the process has
 * ended.
 */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** Returns the CPU time of a process in seconds, by default including ended children. */
export function seconds(pid: number, { endedToo = true }: { endedToo?: boolean } = {}): number {
  const ticks = (statOf(pid) ?? []).slice(11, endedToo ? 15 : 13).map(Number);
  return sum(ticks) / ticksPerSecond;
}

/** Returns a value in kB from a file below /proc/PID. 0 if the process has ended. */
export function kilobytes(pid: number, file: string, name: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'latin1');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
