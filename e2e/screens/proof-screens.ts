import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { root } from '../support/running-server.ts';
import { completed } from './harbour-office.ts';
import type { Shot } from './member-screens.ts';

/** The verify page without a file, with a genuine file, and with one changed byte. */
export async function shootVerify(page: Page, shot: Shot): Promise<void> {
  const genuine = await sealedFile(page);
  await page.goto('/verify');
  await expect(page.getByText('The root certificate and the log keys of this installation.')).toBeVisible();
  await shot(page, 'verify', true);
  const changed = Buffer.from(genuine);
  changed[Math.floor(changed.length / 3)]! ^= 1;
  for (const [name, bytes, verdict] of [
    ['verify-genuine', genuine, /^Genuine:/],
    ['verify-changed', changed, /^Changed:/],
  ] as const) {
    const file = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: bytes };
    await page.getByLabel('Sealed PDF').setInputFiles(file);
    await expect(page.getByRole('heading', { name: verdict })).toBeVisible();
    await shot(page, name, true);
  }
}

/** The certificate pages, rendered by an independent program; skipped if Poppler is not installed. */
export async function drawCertificate(page: Page, folder: string): Promise<void> {
  const file = join(folder, 'certificate.pdf');
  await writeFile(file, await sealedFile(page));
  const run = promisify(execFile);
  await run('pdftoppm', ['-png', '-r', '80', '-f', '3', file, join(folder, 'certificate')], {
    cwd: root,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(file);
}

async function sealedFile(page: Page): Promise<Buffer> {
  const found = await page.request.get('/api/documents', { params: { q: completed } });
  const [{ id }] = (await found.json()) as [{ id: string }];
  const file = await page.request.get(`/api/documents/${id}/download`);
  expect(file.ok()).toBe(true);
  return file.body();
}
