import { describe, expect, test } from 'vitest';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { analyseParagraph } from '#pdf/text/analyse-paragraph.ts';
import { shapeLine } from '#pdf/text/shape-line.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { certificatePage } from './certificate-page.ts';
import { actsForRecipients } from './identified-by.ts';
import type { SigningRecord } from '../record/signing-record.ts';

const people = { Arabic: 'ليلى الأحمد', Hebrew: 'שרה לוי', Hindi: 'प्रिया शर्मा', Japanese: '山田 さくら' };

describe('a certificate with text in both directions', () => {
  test.each(['Имена · 名前 · أسماء', 'أسماء', '«שלום»', '\u2069 أسماء'])(
    'the title %j does not break up the document number',
    (title) => {
      const record = lease({ title });
      const { footer } = certificatePage(record, new Map());
      expect(asSeen(footer!.text)).toContain(`  ·  ${record.document.id}`);
    },
  );

  test.each(Object.entries(people))('a sender’s name in %s is printed before the address', (_, name) => {
    const record = {
      ...signedLease(),
      sender: { name, email: 'sender@harbour.example', confirmedAt: null, confirmedBy: null },
    };
    expect(asSeen(factOf(record, 'Sent by'))).toMatch(/^[^<]+ <sender@harbour\.example>$/);
  });

  test('a sender’s encoded domain is printed next to its Unicode form', () => {
    const sender = { name: 'Ada', email: 'ada@xn--mller-kva.de', confirmedAt: null, confirmedBy: null };
    expect(factOf({ ...signedLease(), sender }, 'Please note')).toBe(
      'The domain xn--mller-kva.de stands for special letters: müller.de.',
    );
    expect(factOf(signedLease(), 'Please note')).toBe('');
  });

  test('for a delegation, the address follows the name and the reason follows the address', () => {
    const record = signedLease();
    const passedOn = {
      ...record.events[0]!,
      type: 'recipient_delegated' as const,
      event: { ...record.events[0]!.event, data: { recipientId: 'grace' } },
      personal: { actor: people.Arabic, actorEmail: 'layla@harbour.example', reason: 'عطلة' },
    };
    const [line = ''] = actsForRecipients('grace', [passedOn]);
    expect(asSeen(line)).toMatch(/^[^<]+ <layla@harbour\.example>: [^<:]+$/);
  });

  test('a left-to-right name is printed unchanged, without invisible characters', () => {
    expect(JSON.stringify(certificatePage(signedLease(), new Map()))).not.toMatch(/[\u2066-\u2069]/);
  });
});

test.each(Object.entries(people))(
  'the text extracted from a certificate in %s matches what was written',
  async (_, name) => {
    const record = lease({ title: `Lease · ${name}` });
    record.signatures = record.signatures.map((signature) => ({
      ...signature,
      text: name,
      recipient: { ...signature.recipient, name },
    }));
    const read = (await readAloud(await composed(record))).normalize('NFKC').replaceAll(/\s+/g, ' ');
    for (const word of name.split(' ')) expect(read).toContain(word);
    expect(read).toContain(record.document.id);
  },
);

test('a name or title without a font is printed as code points and does not block sealing', async () => {
  const record = lease({ title: 'Treaty of \u{10380}' });
  record.sender = {
    name: 'Niqmaddu \u{10381}',
    email: record.sender.email,
    confirmedAt: null,
    confirmedBy: null,
  };
  const read = await readAloud(await composed(record));
  expect(read).toContain('Treaty of [U+10380]');
  expect(read).toContain('Niqmaddu [U+10381]');
});

function lease(document: Partial<SigningRecord['document']>): SigningRecord {
  const record = signedLease();
  return { ...record, document: { ...record.document, ...document } };
}

const composed = (record: SigningRecord): Promise<Uint8Array> =>
  composePdf({
    base: makePdf({ pages: [{ content: '' }] }),
    stamps: [],
    appendix: [certificatePage(record, new Map())],
    attachments: [],
    info: { title: record.document.title },
  });

/** Returns the characters of a line as they appear from left to right. */
function asSeen(text: string): string {
  const { runs } = shapeLine(analyseParagraph(text, 'sans'));
  return runs.flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text)).join('');
}

function factOf(record: SigningRecord, label: string): string {
  const facts = certificatePage(record, new Map()).blocks.find((block) => block.kind === 'facts');
  return facts?.rows.find((row) => row.label === label)?.value ?? '';
}
