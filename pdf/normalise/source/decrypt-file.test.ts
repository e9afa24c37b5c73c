import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { openRenderer } from '../../render/pdfium.ts';
import { normalisePdf } from '../normalise-pdf.ts';

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
if (!hasQpdf) console.log('skipped: qpdf is not installed');

/** qpdf is an independent program that supports every kind of encryption. */
describe.skipIf(!hasQpdf)('password-protected files', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'protected-'));
    writeFileSync(
      join(folder, 'plain.pdf'),
      makePdf({ title: 'Berth lease', pages: [{ text: 'Clause one' }] }),
    );
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const encrypt = (user: string, ...how: string[]): Uint8Array => {
    const [plain, secret] = [join(folder, 'plain.pdf'), join(folder, 'secret.pdf')];
    execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', user, 'owner', ...how, '--', plain, secret]);
    return readFileSync(secret);
  };

  test.each([
    ['RC4 with 40 bits', ['40']],
    ['RC4 with 128 bits', ['128', '--use-aes=n']],
    ['AES with 128 bits', ['128', '--use-aes=y']],
    ['AES with 128 bits, metadata in the clear', ['128', '--use-aes=y', '--cleartext-metadata']],
    ['AES with 256 bits, revision 5', ['256', '--force-R5']],
    ['AES with 256 bits', ['256']],
  ])('opens a file with only an owner password: %s', async (_, how) => {
    const result = await normalisePdf(encrypt('', ...how));
    if ('refused' in result) throw new Error(result.refused);
    expect(result.changes).toEqual(['decrypted']);
    expect(Buffer.from(result.bytes).toString('latin1')).toContain('(Berth lease)');
    expect(Buffer.from(result.bytes).toString('latin1')).not.toContain('/Encrypt');
    const renderer = await openRenderer(result.bytes);
    if ('failed' in renderer) throw new Error(renderer.failed);
    expect(renderer.pageText(0)).toContain('Clause one');
    renderer.close();
  });

  test.each([['40'], ['128', '--use-aes=y'], ['256']] as string[][])(
    'asks for a user password with %s bits',
    async (...how) => {
      expect(await normalisePdf(encrypt('secret', ...how))).toMatchObject({ refused: 'pdf-password' });
    },
  );
});
