import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const period = 100_000;
const first = '/sys/fs/cgroup/cpu';
const second = '/sys/fs/cgroup';

/**
 * Limits these processes and their children to this share of one processor (Linux control groups, needs
 * root). The returned function waits until they have ended, and removes the group.
 */
export function limitProcessor(name: string, pids: readonly number[], share: number): () => Promise<void> {
  const isFirst = existsSync(join(first, 'cpu.cfs_quota_us'));
  const group = join(isFirst ? first : second, name);
  const quota = Math.round(period * share);
  mkdirSync(group, { recursive: true });
  if (isFirst) writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
  else writeFileSync(join(group, 'cpu.max'), `${quota} ${period}`);
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return async () => {
    while (readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '') await pause(50);
    rmdirSync(group);
  };
}
