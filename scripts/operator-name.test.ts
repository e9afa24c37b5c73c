import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#core/language/language.ts';
import { places, readTexts } from './translations/places.ts';

const software = /Countersign|كاونترساين/;

/** The legal pages name the software in addition to the operator, in two sentences. */
const attributions = ['legal-pages'];

test('no text of a screen, an email or a certificate names the software in any language', () => {
  const named = places().flatMap((place) =>
    languages
      .filter((language) => software.test(JSON.stringify(readTexts(place, language))))
      .map((language) => `${place.name} ${language}`),
  );
  expect(named.filter((name) => !attributions.includes(name.split(' ')[0]!))).toEqual([]);
});

test('no component of the client names the software, except where the operator sees its version', () => {
  const folder = join(import.meta.dirname, '../web');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const named = files.filter((file) =>
    /^(?!\s*(?:\*|\/[/*])).*['"`>][^'"`]*Countersign/m.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(named.sort()).toEqual(['kit/product-name.ts', 'pages/operator/trusted.tsx']);
});
