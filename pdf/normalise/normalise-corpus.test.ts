import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpus, corpusFiles } from '#testing/corpus.ts';
import { openRenderer } from '../render/pdfium.ts';
import { normalisePdf } from './normalise-pdf.ts';

/** Files that may be refused, with the reason. */
const REFUSED: Record<string, string> = {
  'xfa_issue14315.pdf': 'pdf-dynamic-form',
  // The number 1e2 is 1 in one program and 100 in another.
  'sci-notation.pdf': 'pdf-programs-disagree',
};

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
const files = hasQpdf ? corpusFiles() : [];
if (files.length === 0)
  console.log(hasQpdf ? `skipped: no corpus at ${corpus.pathname}` : 'skipped: qpdf is not installed');

describe.skipIf(files.length === 0)(
  'every file of the corpus is rewritten without defects or refused for a known reason',
  () => {
    let folder = '';
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'corpus-'));
    });
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    test.each(files)('%s', { timeout: 60_000 }, async (file) => {
      const result = await normalisePdf(readFileSync(new URL(file, corpus)));
      if ('refused' in result) {
        expect(result.refused).toBe(REFUSED[file]);
        return;
      }
      const path = join(folder, file);
      writeFileSync(path, result.bytes);
      const report = execFileSync('qpdf', ['--check', path], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      expect(report).toContain('No syntax or stream encoding errors');

      // Normalizing the result again must not change it, because nothing in it needs to be flattened or
      // repaired.
      const again = await normalisePdf(result.bytes);
      expect(again).toMatchObject({ changes: [], pages: result.pages });

      const renderer = await openRenderer(result.bytes);
      if ('failed' in renderer) throw new Error(renderer.failed);
      expect(renderer.pageCount).toBe(result.pages.length);
      renderer.close();
    });
  },
);
