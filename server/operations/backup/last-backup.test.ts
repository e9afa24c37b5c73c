import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBackupOverdue, lastBackup, newestBackup, recordBackup } from './last-backup.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const hour = 3_600_000;

test('the newest finished backup is known, and a new one is overdue after two days', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'last-backup-'));
  try {
    expect(await newestBackup(dataDir)).toBeUndefined();
    await recordBackup(dataDir, '2026-11-25T13:00:00.000Z');
    await utimes(lastBackup(dataDir), now / 1000, (now - 47 * hour) / 1000);
    expect(await newestBackup(dataDir)).toBe(now - 47 * hour);
  } finally {
    await rm(dataDir, { recursive: true });
  }
  expect(isBackupOverdue(now - 47 * hour, now)).toBe(false);
  expect(isBackupOverdue(now - 49 * hour, now)).toBe(true);
});
