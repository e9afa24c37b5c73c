import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '#testing/pdfs/normalised.ts';

const folder = new URL('../../../../shared/forms/', import.meta.url);
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pdf')) : [];
if (files.length === 0) console.log(`skipped: no forms at ${folder.pathname}`);

/** Its checked box uses a font that is missing in the file, so the appearance cannot be preserved. */
const refused: Record<string, string> = { 'checkbox-bad-appearance.pdf': 'pdf-cannot-be-prepared' };

describe.skipIf(files.length === 0)('fillable forms keep their appearance', () => {
  test.each(files)('%s', { timeout: 60_000 }, async (name) => {
    expect(await refusalOf(readFileSync(new URL(name, folder)))).toBe(refused[name] ?? 'accepted');
  });
});
