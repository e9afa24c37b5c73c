import { expect, test } from 'vitest';
import { missingValues } from './missing-values.ts';

const event = (seq: number, type: string, given: object, values: string[] = []) => ({
  body: JSON.stringify({ seq, type, data: {}, actor: { kind: 'user', id: 'ada' }, ...given }),
  values: new Set(values),
});
const sent = event(1, 'document_sent', { personal: { agreement: 'x', actor: 'x', fileName: 'x' } }, [
  'actor',
  'fileName',
]);
const signed = event(2, 'document_signed', {
  actor: { kind: 'recipient', id: 'grace' },
  personal: { signature: 'x' },
});
const corrected = event(3, 'recipient_corrected', {
  data: { recipientId: 'grace' },
  personal: { actor: 'x', recipient: 'x' },
});
const erased = (id: string) => event(4, 'person_erased', { data: { recipientId: id }, personal: {} });

test('reports a missing value that no erasure explains', () => {
  const missing = [
    { seq: 1, name: 'agreement' },
    { seq: 2, name: 'signature' },
    { seq: 3, name: 'actor' },
    { seq: 3, name: 'recipient' },
  ];
  expect(missingValues([sent, signed, corrected])).toEqual(missing);
  // The erasure of another recipient explains only the missing agreement. Grace's own erasure explains
  // everything except who corrected her.
  expect(missingValues([sent, signed, corrected, erased('linus')])).toEqual(missing.slice(1));
  expect(missingValues([sent, signed, corrected, erased('grace')])).toEqual([missing[2]]);
});

test('an erasure does not explain values that were recorded after it', () => {
  const act = event(5, 'document_signed', {
    actor: { kind: 'recipient', id: 'grace' },
    personal: { signature: 'x' },
  });
  expect(missingValues([erased('grace'), act])).toEqual([{ seq: 5, name: 'signature' }]);
});

test('the file name of a draft that was never sent can be missing', () => {
  const uploaded = event(1, 'document_uploaded', { personal: { fileName: 'x' } });
  expect(missingValues([uploaded])).toEqual([]);
  expect(missingValues([uploaded, event(2, 'document_sent', { personal: {} })])).toEqual([
    { seq: 1, name: 'fileName' },
  ]);
});
