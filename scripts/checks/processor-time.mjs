import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts in hundredths of a second, whatever its own clock does. */
const perSecond = 100;

/**
 * Watches what a run costs beside its time: how long processors worked for it, and which part of them the machine's
 * host kept for others, without which two runs on a shared machine cannot be compared. Says nothing where there is no
 * /proc.
 */
export function watchProcessors() {
  const before = read();
  return {
    told() {
      const now = read();
      if (before === undefined || now === undefined) return '';
      const worked = (now.worked - before.worked) / perSecond / 60;
      const kept = Math.round((100 * (now.kept - before.kept)) / Math.max(1, now.wanted - before.wanted));
      return `; ${worked.toFixed(1)} min of processor time, on ${cpus().length} of which the host kept back ${kept} %`;
    },
  };
}

/** Of ended children and theirs (proc(5), stat: cutime, cstime), and of the machine as a whole. */
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
