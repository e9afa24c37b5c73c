import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { faults } from './faults.ts';
import type { Game } from './game.ts';

const lease = Buffer.from('A lease of two pages');

test('from before the corruption until after the repair, a response may report a corrupted file', async () => {
  const sha256 = createHash('sha256').update(lease).digest('hex');
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lease);
  const wholeWhen: Record<string, boolean> = {};
  const game = {
    dataDir,
    random: () => 0,
    ledger: { entries: [{ baseSha256: sha256 }] },
    set mayFailUntil(until: number) {
      wholeWhen[until === Infinity ? 'it may fail' : 'it may not'] = readFileSync(path).equals(lease);
    },
  };

  await faults.find(({ name }) => name === 'stored bytes rot')!.play(game as unknown as Game);

  expect(wholeWhen).toEqual({ 'it may fail': true, 'it may not': true });
});
