import { describe, expect, test } from 'vitest';
import { languages, type Language } from '#core/language/language.ts';
import type { FaceName } from '#pdf/fonts/faces.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { analyseParagraph } from '#pdf/text/analyse-paragraph.ts';
import { leaseOfMany } from '#testing/documents/many-signers.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { certificatePage } from './certificate-page.ts';
import { certificateMessages } from './certificate-texts.ts';

const faces: FaceName[] = ['sans', 'sans-bold', 'serif', 'dancing-script'];

describe.each(languages)('the certificate in %s', (language) => {
  const page = certificatePage(leaseOfMany(3, language), new Map());

  test('the font has a glyph for every character in the certificate’s texts and the signers’ names', () => {
    const missing = stringsIn(page).flatMap((text) =>
      faces.flatMap((face) => text.split('\n').flatMap((line) => analyseParagraph(line, face).unshapeable)),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test('text extraction returns the title, labels and names as written', async () => {
    const bytes = await composePdf({
      base: makePdf({ pages: [{ content: '' }] }),
      stamps: [],
      appendix: [page],
      attachments: [],
      info: { title: 'Lease' },
    });
    const read = plain(await readAloud(bytes));
    const { say } = certificateMessages(language);
    const written = [say('title'), say('party.signed'), ...namesOf(language)];
    // Text extraction may return the words of a right-to-left line in reverse order, so they are compared one
    // by one.
    for (const word of written.flatMap((text) => text.split(' '))) expect(read).toContain(plain(word));
  });
});

const namesOf = (language: Language): string[] =>
  leaseOfMany(3, language).signatures.map(({ recipient }) => recipient.name);

/**
 * Removes what extraction may change: spaces (line wrapping), direction marks, and vowel signs (drawn last).
 */
const plain = (text: string): string => text.normalize('NFC').replaceAll(/[\s\p{Cf}\p{Mn}]/gu, '');

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(stringsIn);
}
