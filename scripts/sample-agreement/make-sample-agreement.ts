import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumPath } from '../../e2e/playwright.config.ts';

/**
 * `node scripts/sample-agreement/make-sample-agreement.ts` prints agreement.html to the PDF that the client
 * includes.
 */
const folder = path.join(import.meta.dirname, '../../web/public');
const browser = await chromium.launch({
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
await page.goto(pathToFileURL(path.join(import.meta.dirname, 'agreement.html')).href);
await page.evaluate('document.fonts.ready');
const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'sample-employment-agreement.pdf'), pdf);
await browser.close();
