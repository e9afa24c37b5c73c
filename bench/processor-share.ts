import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const period = 100_000;
const first = '/sys/fs/cgroup/cpu';
const second = '/sys/fs/cgroup';

/**
 * Lets these processes, and whatever they start, have no more than this part of one processor (control groups of Linux,
 * for root). The group goes when the answer is called, after they have ended.
 */
export function limitProcessor(name: string, pids: readonly number[], share: number): () => void {
  const isFirst = existsSync(join(first, 'cpu.cfs_quota_us'));
  const group = join(isFirst ? first : second, name);
  const quota = Math.round(period * share);
  mkdirSync(group, { recursive: true });
  if (isFirst) writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
  else writeFileSync(join(group, 'cpu.max'), `${quota} ${period}`);
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => rmdirSync(group);
}
