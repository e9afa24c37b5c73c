import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts in hundredths of a second, regardless of its clock rate. */
const perSecond = 100;

/**
 * Measures the CPU time of a run and the share that the machine's host gave to others (steal), without which
 * two runs on a shared machine cannot be compared. Returns nothing without /proc.
 */
export function watchProcessors() {
  const before = read();
  return {
    summary() {
      const now = read();
      if (before === undefined || now === undefined) return '';
      const worked = (now.worked - before.worked) / perSecond / 60;
      const kept = Math.round((100 * (now.kept - before.kept)) / Math.max(1, now.wanted - before.wanted));
      return `; ${worked.toFixed(1)} min of processor time, on ${cpus().length} of which the host kept back ${kept} %`;
    },
  };
}

/**
 * Returns the CPU time of ended children and their children (proc(5), stat: cutime, cstime), and of the whole
 * machine.
 */
function read() {
  try {
    const own = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').map(Number);
    const [user, nice, system, , , irq, softIrq, steal] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .split(/ +/)
      .slice(1)
      .map(Number);
    const busy = user + nice + system + irq + softIrq;
    return { worked: own[13] + own[14], kept: steal, wanted: busy + steal };
  } catch {
    return undefined;
  }
}
