import { describe, expect, test } from 'vitest';
import { decideSend } from '../document/send.ts';
import { normalizeEntry, valueProblem } from '../field/check-value.ts';
import { signingDay } from '../field/values/date-text.ts';
import type { Field } from '../field/field.ts';
import { fillFields } from '../field/fill.ts';
import { printedForm } from '../field/printed-texts.ts';
import { guessFormats, type DocumentFormats } from '../formats/formats.ts';
import { appLanguages } from '../language/language.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { castRoles } from '../template/roles.ts';
import { numberRows } from '#testing/number-table.ts';
import { bulkCheck, fillFields as fillRow } from './check-rows.ts';
import { readBulkFile } from './read-file.ts';

const rent: Omit<Field, 'recipientId'> = {
  id: 'rent',
  type: 'number',
  page: 1,
  x: 10,
  y: 10,
  width: 190,
  height: 26,
  required: true,
  label: 'Rent',
};
const snapshot = {
  name: 'Lease',
  roles: [{ id: 't', name: 'Tenant', role: 'signer' as const, turn: 1 }],
  fields: [{ ...rent, roleId: 't' }],
};
const rules = { recipientLimit: null, expirationDays: 30 };

/**
 * The outcome in the notation of the table: the value and its printed form, a question about its meaning, or
 * 'not a number'.
 */
type Outcome = { read: string; printed: string };

/** Interprets a number like the input sheet on the signing page. */
function onScreen(written: string, formats: DocumentFormats): Outcome {
  const field = { ...rent, type: 'number' as const };
  const text = normalizeEntry(field, written);
  const invalid = valueProblem(field, text);
  if (!invalid) return { read: text, printed: printedForm(field, text, formats) };
  if (invalid.problem !== 'ambiguous-number') return { read: 'not a number', printed: '' };
  const printed = invalid.readings.map((value) => printedForm(field, value, formats)).join(' or ');
  return { read: `${invalid.readings.join(' or ')}?`, printed };
}

/** Interprets a number like POST /api/sign/{token}. */
function byApi(written: string, formats: DocumentFormats): Outcome {
  const field = { ...rent, recipientId: 'grace' };
  const filling = { values: [{ id: 'rent', value: written }], hasSignature: true, hasInitials: false };
  const filled = fillFields([field], { ...filling, formats }, signingDay(0));
  if (isRefusal(filled)) return refused(filled, formats);
  const [{ value, printed = value } = { value: '' }] = filled;
  return { read: value, printed };
}

/** Interprets a number like a bulk send that then sends its row. */
function byCsv(written: string, formats: DocumentFormats): Outcome {
  const csv = `Tenant name;Tenant email;Rent\nGrace;grace@harbour.example;"${written}"\n`;
  const file = readBulkFile(csv, snapshot);
  if (isRefusal(file)) throw new Error(file.detail);
  const row = [...file.rows][0]!;
  const refusal = bulkCheck(snapshot, file.filled, rules).refusalOf(row);
  if (refusal) return refused(refusal, formats);
  const cast = castRoles(snapshot.roles, row.people);
  if (isRefusal(cast)) throw new Error(cast.detail);
  const draft = {
    ...({ status: 'draft', signingOrder: 'parallel' } as const),
    recipients: cast.map(({ role, ...person }) => ({ ...role, ...person, status: 'waiting' as const })),
    fields: fillRow(snapshot.fields, row.values).map((field) => ({ ...field, recipientId: field.roleId })),
  };
  const sending = decideSend(draft, rules, 0);
  if (isRefusal(sending)) throw new Error(sending.detail);
  const [field] = sending.fields;
  const value = field?.properties?.value ?? '';
  return { read: value, printed: printedForm(rent, value, formats) };
}

/** Checks that a refusal contains the field and the value, and both interpretations of an ambiguous number. */
function refused({ detail, parameters = {} }: Refusal, formats: DocumentFormats): Outcome {
  expect(detail).toContain('‘Rent’ on page 1');
  expect(detail).toContain(`‘${String(parameters['value'])}’`);
  const { reason, first, second } = parameters;
  if (reason !== 'ambiguous-number') return { read: 'not a number', printed: '' };
  expect(detail).toContain(`could be ${first} or ${second}`);
  const printed = [first, second].map((value) => printedForm(rent, String(value), formats)).join(' or ');
  return { read: `${first} or ${second}?`, printed };
}

describe.each(appLanguages.map((language, at) => [language, at] as const))(
  'numbers in %s documents',
  (language, at) => {
    const formats = guessFormats(language, null);
    test.each(numberRows)(
      '$written is read as $read on the screen, from CSV and through the API',
      ({ written, read, printed }) => {
        const wanted = { read, printed: printed[at] };
        expect(onScreen(written, formats)).toEqual(wanted);
        expect(byApi(written, formats)).toEqual(wanted);
        expect(byCsv(written, formats)).toEqual(wanted);
      },
    );
  },
);

test('the table has at least sixty forms, including ambiguous ones', () => {
  expect(numberRows.length).toBeGreaterThanOrEqual(60);
  expect(new Set(numberRows.map(({ written }) => written)).size).toBe(numberRows.length);
  expect(numberRows.filter(({ read }) => read.endsWith('?')).length).toBeGreaterThan(8);
});
