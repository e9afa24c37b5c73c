import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { examineFolder } from '#testing/journey/examine-folder.ts';
import { openFileOffice } from '#testing/journey/open-file-office.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { longRun } from '#testing/long-run.ts';

const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const missing = [
  ...missingTools('pdfsig', 'certutil', 'qpdf', 'openssl', 'pdftoppm', 'pdftotext', 'soffice'),
  ...(existsSync(corpus) ? [] : ['../shared/corpus']),
];
if (longRun && missing.length > 0)
  console.warn(`the journey of the corpus skipped, not here: ${missing.join(', ')}`);

// A short form of `npm run corpus`, which also prints the table and renders all pages.
describe.skipIf(!longRun || missing.length > 0)('every file of the corpus', () => {
  test(
    'each file is sealed without loss, or refused with a reason at upload',
    { timeout: 600_000 },
    async () => {
      const office = await openFileOffice();
      onTestFinished(() => office.close());
      const reports = await examineFolder(office, corpus, { drawn: 1, every: 1 });
      expect(reports.filter(({ faults }) => faults.length > 0)).toEqual([]);
      const sealed = reports.filter(({ outcome }) => outcome.outcome === 'sealed');
      // Without this minimum, the test would pass if every file were refused.
      expect(sealed.length).toBeGreaterThan(0.9 * reports.length);
    },
  );
});
