import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { readAloud } from '#testing/judges/look-at.ts';
import { verifyWithOwnPage } from '#testing/journey/judge-sealed.ts';
import { opensslCmsVerify } from '#testing/judges/openssl.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { withFolder } from '#testing/judges/run-tool.ts';

/** Returns the file that the browser downloads during `act`. */
export async function downloadBy(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  expect(await download.failure()).toBeNull();
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  return readFile(await download.path());
}

/** Verifies a sealed file with independent programs; it must contain `values` as text. */
export async function judgeSealed(pdf: Uint8Array, rootPem: string, values: string[]): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'sealed.pdf');
    await writeFile(file, pdf);
    expect(await qpdfCheck(file)).toMatchObject({ clean: true });
    expect(await judgeWithPdfsig(file, rootPem)).toMatchObject([
      {
        subFilter: 'ETSI.CAdES.detached',
        signature: 'Signature is Valid.',
        certificate: 'Certificate is Trusted.',
        totalDocumentSigned: true,
      },
    ]);
    expect(await opensslCmsVerify(pdf, rootPem)).toMatchObject({ accepted: true });
    expect(await verifyWithOwnPage(pdf, rootPem)).toBe('');
    // The values are in drawing order, because a field may be in the middle of the page's text.
    const text = (await readAloud(pdf)).replaceAll(/\s+/g, ' ');
    expect(values.filter((value) => !text.includes(value))).toEqual([]);
  });
}
