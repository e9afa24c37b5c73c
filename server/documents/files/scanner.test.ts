import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openScanCommand } from '../../adapters/scanner/scan-command.ts';
import type { Scanned } from '../../ports/file-scanner.ts';

/** Split into two parts, so that antivirus software on a developer's machine does not delete this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

describe('the operator’s scanner (SCAN_COMMAND, S-28)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder();
  });

  async function command(name: string, script: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    return file;
  }

  test.each<[string, string, string, Scanned]>([
    ['a clean file', 'find', 'grep -q EICAR && exit 1 || exit 0', 'clean'],
    ['a scanner that stops reading and finds nothing', 'early', 'exit 0', 'clean'],
    ['a scanner that fails', 'fault', 'cat > /dev/null; exit 2', 'unknown'],
    ['a scanner that was killed', 'killed', 'kill -9 $$', 'unknown'],
  ])('reports the result for %s', async (_, name, script, found) => {
    const scanner = openScanCommand(await command(name, script));
    expect(await scanner.scan(sampleLease(3))).toBe(found);
  });

  test('detects a harmful file with a command that has arguments, without a shell', async () => {
    const scanner = openScanCommand(
      `${await command('args', 'test "$1" = "--not;exit" && grep -q "$2" && exit 1')} --not;exit EICAR`,
    );
    expect(await scanner.scan(Buffer.from(eicar))).toBe('harmful');
  });

  test('a missing command, or one that never ends, returns an unknown result', async () => {
    expect(await openScanCommand(join(folder, 'nowhere')).scan(sampleLease(1))).toBe('unknown');
    const hangs = openScanCommand(await command('hangs', 'exec sleep 600'), 200);
    expect(await hangs.scan(sampleLease(1))).toBe('unknown');
  });
});

describe('scanning uploaded files', () => {
  let office: Office;
  let ada: Desk;
  let says: Scanned = 'clean';
  beforeAll(async () => {
    const scanner = { scan: () => Promise.resolve(says) };
    office = await openOffice(await openOneDatabase(), { ports: { scanner } });
    ada = await office.desk();
  });

  const form = (fields: Record<string, string> = {}) => ({
    method: 'POST' as const,
    body: multipartBody([{ name: 'passport.pdf', bytes: sampleLease(1) }], fields),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const stored = async () => {
    const names = [];
    for await (const name of office.ports.files.putBefore(office.now() + 1000)) names.push(name);
    return names.sort();
  };

  test.each([
    ['harmful', 422, 'malware-detected'],
    ['unknown', 503, 'file-not-scanned'],
  ] as const)(
    '%s: no document, replacement file or attachment is created (S-28)',
    async (found, status, code) => {
      says = 'clean';
      await ada.sent(sampleLease(1), [grace], ([id]) => [
        { type: 'attachment', page: 1, x: 20, y: 20, width: 150, height: 30, recipientId: id! },
      ]);
      const signer = ada.signer(grace.email);
      const field = (await signer.view()).body.fields[0]!.id;
      const draft = await ada.prepare(sampleLease(2), [grace]);
      const before = await stored();
      says = found;
      expect(await ada.upload(sampleLease(1))).toMatchObject({ status, body: { code } });
      expect(await ada.ask(`/api/documents/${draft.id}/file`, { ...form(), method: 'PUT' })).toMatchObject({
        status,
        body: { code },
      });
      expect(await signer.ask(`/attachments/${field}`, form())).toMatchObject({ status, body: { code } });
      expect(await stored()).toEqual(before);
      says = 'clean';
      expect((await signer.ask(`/attachments/${field}`, form())).status).toBe(201);
    },
  );
});
