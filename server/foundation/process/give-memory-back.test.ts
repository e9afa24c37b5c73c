import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { watchForQuiet } from './give-memory-back.ts';

const root = join(import.meta.dirname, '../../..');

describe('releasing memory after load', () => {
  it('collects garbage once per idle period, and never between two requests', () => {
    const hasGoneQuiet = watchForQuiet();
    const results = (...shares: number[]): boolean[] => shares.map((share) => hasGoneQuiet(share));
    expect(results(0.9, 0.01, 0.01, 0.3)).toEqual([false, false, false, false]);
    expect(results(0.01, 0.01, 0.01, 0.01, 0.01)).toEqual([false, false, true, false, false]);
    expect(results(0.5, 0, 0, 0)).toEqual([false, false, false, true]);
  });

  it('returns memory to the system', () => {
    const program = `
      import { collectAll } from './server/foundation/process/give-memory-back.ts';
      let kept = Array.from({ length: 400_000 }, (_, at) => ({ at, pair: [at, at + 1] }));
      const most = process.memoryUsage.rss();
      kept = undefined;
      collectAll();
      console.log(JSON.stringify([most, process.memoryUsage.rss()]));`;
    const flags = ['--expose-gc', '--max-semi-space-size=8', '--input-type=module', '-e', program];
    const said = execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' });
    const [most, afterwards] = JSON.parse(said) as [number, number];
    // The garbage collection releases about sixty MB.
    expect(most - afterwards).toBeGreaterThan(30 * 1024 * 1024);
  });

  it.each(['package.json', 'deploy/Containerfile', 'deploy/countersign.service'])(
    'a server started as in %s can release memory',
    (file) => {
      const starts = readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => line.includes('--max-semi-space-size=8'));
      expect(starts).toHaveLength(1);
      expect(starts[0]).toContain('--expose-gc');
    },
  );
});
