import { expect, test } from 'vitest';
import { disclosureText } from '#core/consent/disclosure.ts';
import { disclosureOf } from '#core/consent/earlier-disclosures.ts';
import { ada, signedLease } from '#testing/documents/signed-lease.ts';
import { disclosuresAgreed } from './disclosures-agreed.ts';

const sender = { senderName: ada.name, senderEmail: ada.email };

test('who agreed before the words changed is sealed with the words that they read', () => {
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
