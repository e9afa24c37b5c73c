import { describe, expect, test } from 'vitest';
import { languages } from '#core/language/language.ts';
import { eventNames } from '#core/trail/event-names.ts';
import { eventTypes } from '#core/trail/event.ts';
import { grace, hana } from '#testing/cast.ts';
import { ada, signedLease } from '#testing/documents/signed-lease.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { certificatePage } from './certificate-page.ts';
import { certificateMessages } from './certificate-texts.ts';
import { shortAddress } from './short-address.ts';
import type { SigningRecord } from '../record/signing-record.ts';

describe('the certificate of the lease that Grace signed', () => {
  const record = signedLease();
  const facts = rowsOf(record, 'facts');
  const signature = rowsOf(record, 'signature');

  test('shows the document, its hashes and the last hash of its audit trail', () => {
    expect(facts).toMatchObject({
      Document: record.document.id,
      File: 'lease.pdf',
      Pages: '1',
      'Sent by': `${ada.name} <${ada.email}>`,
      'Sender’s address': 'confirmed on Feb 27, 2026, 00:00:00 UTC, by a link emailed to it',
      Sent: 'Mar 2, 2026, 09:01:00 UTC',
      'Signed by all': 'Mar 2, 2026, 09:05:00 UTC',
      'SHA-256, uploaded': record.document.originalSha256,
      'SHA-256, signed': record.document.baseSha256,
      'Trail, last hash': record.chainHead,
    });
  });

  test('shows who signed, when and how, and how little is known about their identity', () => {
    expect(certificatePage(record, new Map()).blocks.find(({ kind }) => kind === 'signature')).toMatchObject({
      name: grace.name,
      aside: `Signer  ·  ${grace.email}`,
      reference: '1',
    });
    expect(signature).toMatchObject({
      Agreed: 'Mar 2, 2026, 09:03:00 UTC',
      Signed: 'Mar 2, 2026, 09:04:00 UTC',
      Opened: 'Mar 2, 2026, 09:02:00 UTC',
      Signature: 'typed: Grace Lindqvist',
      'Identified by': 'email link only',
    });
  });

  test('shows Grace’s network but never her full IP address (G-3)', () => {
    expect(signature.Network).toBe('203.0.113.0/24');
    expect(JSON.stringify(certificatePage(record, new Map()))).not.toContain('203.0.113.77');
  });

  test('shows the operator and the verification address, as text and as a QR code with alternative text', async () => {
    const verifyUrl = 'https://sign.harbour.example/verify';
    const by = { operator: 'Harbour Notary Ltd', country: 'GB', verifyUrl };
    const page = certificatePage(record, new Map(), by);
    expect(JSON.stringify(page.blocks)).toContain('Harbour Notary Ltd (GB)');
    expect(JSON.stringify(page.blocks)).toContain(`"Verify at","value":"${verifyUrl}"`);
    const [title] = page.blocks;
    const code = title?.kind === 'title' ? title.code : undefined;
    expect(code?.alt).toContain(verifyUrl);
    expect(new Set(code?.dots.map((line) => line.length))).toEqual(new Set([code?.dots.length]));
    // A URL that is too long for a QR code, or a name without a font, must not prevent sealing.
    const odd = {
      operator: 'Port 🌸 of Ugarit \u{10380}',
      country: undefined,
      verifyUrl: `https://a.example/${'x'.repeat(3000)}`,
    };
    const bytes = await composePdf({
      base: makePdf({ pages: [{ content: '' }] }),
      stamps: [],
      attachments: [],
      info: { title: 'Lease' },
      appendix: [certificatePage(record, new Map(), odd)],
    });
    expect(bytes.length).toBeGreaterThan(1000);
  });

  test('lists events that belong to no recipient, in order, and the total number of events', () => {
    const { events } = record;
    const personal = { recipientEmail: grace.email };
    const reminded = { ...events[0]!, type: 'reminder_issued' as const, personal };
    const { blocks } = certificatePage({ ...record, events: [...events, reminded] }, new Map());
    const table = blocks.findLast((block) => block.kind === 'table');
    expect(table?.rows).toEqual([['Mar 2, 2026, 09:01:00 UTC', 'Reminder sent', grace.email]]);
    expect(JSON.stringify(blocks)).toContain('All events (6) and their hashes are in evidence.json');
  });

  test('names each kind of event as the screens do', () => {
    for (const language of languages) {
      const { say } = certificateMessages(language);
      const names = eventTypes.map((type) => say(`event.${type}`));
      expect(new Set(names).size).toBe(eventTypes.length);
      if (language === 'en') expect(names).toEqual(eventTypes.map((type) => eventNames[type]));
    }
  });

  test('uses the language of most signers', () => {
    const german = { ...record.signatures[0]!, locale: 'de' };
    const page = certificatePage({ ...record, signatures: [german] }, new Map());
    expect(page).toMatchObject({ language: 'de', mirrored: false });
    expect(JSON.stringify(page.blocks)).toContain(': 1 von 1 haben unterzeichnet oder freigegeben.');
    const arabic = certificatePage({ ...record, signatures: [{ ...german, locale: 'ar' }] }, new Map());
    expect(arabic).toMatchObject({ language: 'ar', mirrored: true });
  });

  test('never shows ‘completed’ for a document that was declined, voided or expired', () => {
    const { events } = record;
    const ending = (type: 'document_declined' | 'document_voided' | 'document_expired') => ({
      ...record,
      signatures: [],
      events: [...events.filter((event) => event.type !== 'all_signed'), { ...events[3]!, type }],
    });
    const textOf = (type: Parameters<typeof ending>[0]) =>
      JSON.stringify(certificatePage(ending(type), new Map()).blocks);
    expect(textOf('document_declined')).toContain('Declined by Grace Lindqvist on Mar 2, 2026');
    expect(textOf('document_voided')).toContain('Voided by Grace Lindqvist on Mar 2, 2026');
    expect(textOf('document_expired')).toContain('Expired on Mar 2, 2026');
    for (const type of ['document_declined', 'document_voided', 'document_expired'] as const) {
      expect(textOf(type)).toContain('Record of a document that was not completed');
      expect(textOf(type)).not.toMatch(/Completed on|Signed by all|agreed to sign electronically and signed/);
    }
  });

  test('prints ‘Opened’ and ‘was shown’ only if the audit trail contains the event', () => {
    const events = record.events.filter(({ type }) => type !== 'document_opened');
    expect(rowsOf({ ...record, events }, 'signature').Opened).toBe('–');
    expect(JSON.stringify(certificatePage({ ...record, events }, new Map()))).not.toContain('was shown');
  });

  test('shows delegations, and lists viewers and copy recipients', () => {
    const { events, recipients } = record;
    const personal = { ...events[1]!.personal, recipientEmail: 'linus@okafor.example' };
    const passed = { ...events[1]!, type: 'recipient_delegated' as const, personal };
    const copied = {
      ...recipients[0]!,
      id: 'hana',
      name: 'Hana Sato',
      email: hana.email,
      role: 'cc' as const,
    };
    const changed = { ...record, events: [...events, passed], recipients: [...recipients, copied] };
    const page = JSON.stringify(certificatePage(changed, new Map()));
    expect(page).toContain('Delegated: linus@okafor.example');
    expect(page).toContain(`Copy to  ·  ${hana.email}`);
    expect(page).toContain('Hana Sato');
    // Hana has not been emailed yet, so no row may claim a delivery.
    const hers = certificatePage(changed, new Map()).blocks.findLast((one) => one.kind === 'signature');
    expect(hers).toMatchObject({ name: 'Hana Sato', pairs: [], rows: [] });
  });

  test('prints the picture of a drawn signature, and ‘approved’ for an approver', () => {
    const ink = { width: 1, height: 1, packed: Uint8Array.of(1, 2, 3) };
    const drawn = {
      ...record.signatures[0]!,
      kind: 'drawn',
      act: 'approved',
      text: null,
      imageSha256: 'p',
    } as const;
    const page = certificatePage({ ...record, signatures: [drawn] }, new Map([['p', ink]]));
    expect(page.blocks.find((block) => block.kind === 'signature')).toMatchObject({
      ink,
      alt: 'Signature of Grace Lindqvist',
      name: 'Grace Lindqvist',
    });
    const rows = rowsOf({ ...record, signatures: [drawn] }, 'signature');
    expect(rows).toMatchObject({ Approved: 'Mar 2, 2026, 09:04:00 UTC', Signature: 'drawn' });
  });

  test('notes if a typed name differs from the invited one', () => {
    const [first] = record.signatures;
    const typed = (text: string) =>
      rowsOf({ ...record, signatures: [{ ...first!, kind: 'typed', text }] }, 'signature').Signature;
    expect(typed('Totally Other Person')).toBe('typed ‘Totally Other Person’; invited as ‘Grace Lindqvist’');
    expect(typed('grace  LINDQVIST')).toBe('typed: grace  LINDQVIST');
  });

  test('shows the address of a recipient without a name', () => {
    const nameless = {
      ...record.signatures[0]!,
      recipient: { ...record.signatures[0]!.recipient, name: '' },
    };
    const page = certificatePage(
      { ...record, signatures: [nameless], sender: { ...ada, name: '' } },
      new Map(),
    );
    expect(page.blocks.find((block) => block.kind === 'signature')).toMatchObject({ name: grace.email });
    expect(rowsOf({ ...record, sender: { ...ada, name: '' } }, 'facts')['Sent by']).toBe(ada.email);
  });

  test.each([
    ['mail', 'confirmed on Feb 27, 2026, 00:00:00 UTC, by a link emailed to it'],
    ['provider', 'confirmed on Feb 27, 2026, 00:00:00 UTC, by their sign-in provider'],
    [null, 'confirmed on Feb 27, 2026, 00:00:00 UTC'],
  ] as const)('shows how the sender’s address was confirmed: %s', (confirmedBy, said) => {
    const sender = { ...ada, confirmedBy };
    expect(rowsOf({ ...record, sender }, 'facts')['Sender’s address']).toBe(said);
    const nobody = { ...ada, confirmedAt: null, confirmedBy: null };
    expect(rowsOf({ ...record, sender: nobody }, 'facts')['Sender’s address']).toBe(
      'not known to be confirmed',
    );
  });

  test('states the limits of what it proves', () => {
    const text = JSON.stringify(certificatePage(record, new Map()).blocks);
    expect(text).toContain('simple electronic signatures');
    expect(text).toContain('identity was checked beyond');
  });
});

describe('truncates IP addresses to /24 and /48 (G-3)', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
    ['2001:db8:85a3::7348', '2001:db8:85a3::/48'],
    ['2001:db8::7348', '2001:db8:0::/48'],
    ['2001:db8:1:2::', '2001:db8:1::/48'],
    ['2001::1:2:3:4:5', '2001:0:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    [null, '–'],
    ['', '–'],
  ])('shows %s as %s', (ip, shown) => expect(shortAddress(ip)).toBe(shown));
});

/** Returns the labels and values of the first block of this kind. */
function rowsOf(record: SigningRecord, kind: 'facts' | 'signature'): Record<string, string> {
  const blocks = certificatePage(record, new Map()).blocks;
  const block = blocks.find((found) => found.kind === kind);
  const pairs = block?.kind === 'signature' ? (block.pairs ?? []) : [];
  const rows = block && 'rows' in block && block.kind !== 'table' ? [...pairs, ...block.rows] : [];
  return Object.fromEntries(rows.map(({ label, value }) => [label, value]));
}
