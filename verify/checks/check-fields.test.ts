import { expect, test } from 'vitest';
import { checkFields } from './check-file.ts';
import type { EventBody, Evidence } from '../evidence.ts';

const own = { dateFormat: 'MM/dd/yyyy' };

/**
 * Returns evidence with a document in the format day.month.year and a single field: 4 March 2026, printed as
 * `printed`.
 */
function evidenceOf(properties: Record<string, string>, printed: string) {
  const field = {
    id: 'f',
    type: 'dateEntry',
    recipientId: 'g',
    label: 'Start',
    value: '2026-03-04',
    properties,
  };
  const formats = { timeZone: 'UTC', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' };
  const document = { id: 'd', title: '', baseSha256: '', baseBytes: 0, formats };
  const evidence: Evidence = {
    version: 2,
    agreement: null,
    document,
    fields: [field],
    recipients: [],
    disclosures: [],
    chainHead: '',
    events: [],
  };
  const body: EventBody = {
    type: 'document_signed',
    seq: 1,
    documentId: 'd',
    prev: '',
    occurredAt: '',
    data: {},
    personal: {},
    actor: { kind: 'recipient', id: 'g' },
  };
  const values = { 'field:f': '2026-03-04', 'printed:f': printed };
  return checkFields(evidence, [{ place: 1, body, values }]);
}

test.each([
  [{}, '04.03.2026', []],
  [{}, '03/04/2026', ['field-differs']],
  [own, '03/04/2026', []],
  [own, '04.03.2026', ['field-differs']],
  [{ dateFormat: 'unknown' }, '04.03.2026', []],
])('with the field’s properties %j, a day printed as %s is judged %j', (properties, printed, findings) => {
  expect(evidenceOf(properties, printed).map(({ code }) => code)).toEqual(findings);
});
