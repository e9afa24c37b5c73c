import { expect, test } from 'vitest';
import { disclosureText, disclosureVersion } from '#core/consent/disclosure.ts';
import { disclosureOf } from '#core/consent/earlier-disclosures.ts';
import { ada, signedLease } from '#testing/documents/signed-lease.ts';
import { certificatePage } from './certificate-page.ts';
import { disclosuresAgreed } from './disclosures-agreed.ts';

const sender = { senderName: ada.name, senderEmail: ada.email };

test('a document is sealed with the disclosure that its signers read, even if the text changed later', () => {
  const [now] = signedLease().signatures;
  const before = { ...now!, disclosureVersion: '2026-11-20.2' };
  const words = disclosuresAgreed({ sender: ada, signatures: [before, now!] });
  expect(words.map(({ version, language }) => ({ version, language }))).toEqual([
    { version: '2026-11-20.2', language: 'en' },
    { version: now!.disclosureVersion, language: 'en' },
  ]);
  const [earlier, later] = words.map(disclosureText);
  expect(earlier).not.toBe(later);
  expect(earlier).toBe(disclosureText(disclosureOf('2026-11-20.2', sender, 'en')!));
  expect(disclosureOf('1999-01-01', sender, 'en')).toBeUndefined();
});

test('the certificate names each disclosure version that it does not print', () => {
  const record = signedLease();
  const [now] = record.signatures;
  const linus = { ...now!, recipient: { ...now!.recipient, id: 'linus' } };
  const said = (...signatures: typeof record.signatures) =>
    JSON.stringify(certificatePage({ ...record, signatures }, new Map()).blocks);
  expect(said(now!)).not.toContain('another language or version');
  expect(said({ ...linus, disclosureVersion: '2026-11-20.2' }, now!)).toContain(
    `this file: English (${disclosureVersion}).`,
  );
  expect(said({ ...linus, locale: 'de' }, now!)).toContain('this file: Deutsch.');
});
