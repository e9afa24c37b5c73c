import { expect, test } from 'vitest';
import { agreementTextFor, agreementText, readAgreement, type Agreed } from './agreement.ts';

const before: Agreed = {
  document: {
    id: 'lease',
    title: 'Lease',
    fileName: 'lease.pdf',
    signingOrder: 'parallel',
    originalSha256: 'ab',
    baseSha256: 'cd',
    pages: [],
  },
  fields: [],
  recipients: [{ id: 'grace', email: 'grace@harbour.example', name: 'Grace', role: 'signer', turn: 1 }],
};
const formats = { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' } as const;
const after: Agreed = { ...before, document: { ...before.document, formats } };

test('the agreement includes the formats, and every recipient sees them', () => {
  expect(readAgreement(agreementText(after, 'salt'))?.document['formats']).toEqual(formats);
  expect(agreementTextFor(after, 'grace')).toContain('Europe/Berlin');
});

test('the agreement includes the appearance of values', () => {
  const look = { size: 9, color: 'blue' } as const;
  const styled: Agreed = { ...before, document: { ...before.document, formats: { ...formats, look } } };
  expect(readAgreement(agreementText(styled, 'salt'))?.document['formats']).toEqual({ ...formats, look });
  expect(agreementTextFor(styled, 'grace')).not.toBe(agreementTextFor(after, 'grace'));
});

test('an agreement without formats keeps its original canonical form', () => {
  const none: Agreed = { ...before, document: { ...before.document, formats: null } };
  expect(agreementText(none, 'salt')).toBe(agreementText(before, 'salt'));
  expect(agreementText(before, 'salt')).toBe(
    '{"document":{"baseSha256":"cd","fileName":"lease.pdf","id":"lease","originalSha256":"ab","pages":[],"signingOrder":"parallel","title":"Lease"},"fields":[],"recipients":[{"email":"grace@harbour.example","id":"grace","name":"Grace","order":1,"role":"signer"}],"salt":"salt"}',
  );
  expect(agreementTextFor(none, 'grace')).not.toContain('formats');
});
