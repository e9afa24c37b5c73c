import { repeat } from '../../foundation/jobs/repeat.ts';
import type { SealingDeps } from './deps.ts';
import { endsSoon } from '../record/known-keys.ts';
import { reportLine } from '../../foundation/process/report-line.ts';

const day = 86_400_000;

/** Writes warnings about the sealing key to standard error at startup and then daily. */
export function watchSealKey({ key, clock }: Pick<SealingDeps, 'key' | 'clock'>): { stop(): Promise<void> } {
  return repeat({
    name: 'seal key',
    everyMs: day,
    act: async () => {
      for (const sentence of await endsSoon(key, clock())) reportLine(sentence);
    },
  });
}
