import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLanguage, languages } from '../language/language.ts';
import { disclosureText, disclosureVersion } from './disclosure.ts';
import { disclosureOf } from './earlier-disclosures.ts';

const wording = new URL('wording/', import.meta.url);
const ada = { senderName: 'Ada Moreau', senderEmail: 'ada@harbour.example' };
const versions = readdirSync(wording, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(versions)(
  'version %s is available in all languages that recipients could choose at the time',
  (version) => {
    const kept = readdirSync(new URL(`${version}/`, wording)).map((name) => name.replace('.json', ''));
    expect(kept.length).toBeGreaterThanOrEqual(5);
    for (const language of kept.filter(isLanguage))
      expect(disclosureText(disclosureOf(version, ada, language)!), language).toContain(version);
    expect(kept.filter((name) => !isLanguage(name))).toEqual([]);
  },
);

test('the current version is available in all languages for recipients', () => {
  for (const language of languages)
    expect(disclosureOf(disclosureVersion, ada, language)?.language).toBe(language);
});
