import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forbiddenClaims } from '#core/claims/forbidden-claims.ts';

const root = join(import.meta.dirname, '..');
/**
 * All text that people read: client texts, emails, pages of the sealed file, sign-in pages and documentation.
 */
const read = [
  'web/**/locales/**/*.json',
  'web/**/*.tsx',
  'server/messages/mail/**/*.ts',
  'server/evidence/**/*.ts',
  'server/accounts/identity-provider/**/*.ts',
  'core/claims/claims.ts',
  'core/consent/*.ts',
  'docs/**/*.{md,html}',
  '*.md',
];
const files = read.flatMap((pattern) => globSync(pattern, { cwd: root }));

test('the checked files include screens, emails and documentation', () => {
  for (const name of ['web/locales/app/en.json', 'README.md', 'server/messages/mail/text/mail-text.ts']) {
    expect(files).toContain(name);
  }
});

test.each(files)('%s contains no false claim (C-3, C-4, C-8)', (name) => {
  expect(forbiddenClaims(readFileSync(join(root, name), 'utf8'))).toEqual([]);
});
