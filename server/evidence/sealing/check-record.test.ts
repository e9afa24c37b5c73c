import { beforeAll, describe, expect, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import type { Database } from '#server/foundation/db/database.ts';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { casesOfRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { disagreement, inkDisagrees } from './check-record.ts';
import type { SigningRecord } from '../record/signing-record.ts';

type Change = (database: Database, id: string) => Promise<unknown>;

/**
 * Changes to the database, with the error they cause. `refused` means that the next recipient may not sign,
 * because the document could never be sealed.
 */
const changes: [string, RegExp | 'refused', Change][] = [
  [
    'a value',
    /value of field/,
    ({ db }, id) =>
      db
        .updateTable('field_values')
        .set({ value: 'Twice the rent' })
        .where('document_id', '=', id)
        .where('value', '=', 'As agreed')
        .execute(),
  ],
  [
    'the file',
    'refused',
    ({ db }, id) =>
      db
        .updateTable('documents')
        .set((row) => ({ base_sha256: row.ref('original_sha256') }))
        .where('id', '=', id)
        .execute(),
  ],
  [
    'a signature',
    /The signature of recipient/,
    ({ db }, id) =>
      db.updateTable('signatures').set({ signature_text: 'Mallory' }).where('document_id', '=', id).execute(),
  ],
  [
    'a removed signature',
    /signed, but the signature is missing/,
    ({ db }, id) => db.deleteFrom('signatures').where('document_id', '=', id).execute(),
  ],
  [
    'a cleared value',
    /value of field/,
    ({ db }, id) =>
      db
        .updateTable('field_values')
        .set({ value: '' })
        .where('document_id', '=', id)
        .where('value', '=', 'As agreed')
        .execute(),
  ],
  [
    'the signer’s name',
    'refused',
    ({ db }, id) =>
      db
        .updateTable('recipients')
        .set({ name: 'Mallory Quill' })
        .where('document_id', '=', id)
        .where('email', '=', grace.email)
        .execute(),
  ],
  [
    'a signature by Hana, who only gets a copy',
    'refused',
    ({ db }, id) =>
      db
        .updateTable('recipients')
        .set({ role: 'signer', status: 'signed' })
        .where('document_id', '=', id)
        .where('email', '=', hana.email)
        .execute(),
  ],
  [
    'the time of signing',
    /signed at another time/,
    ({ db }, id) =>
      db
        .updateTable('signatures')
        .set({ signed_at: new Date('2026-01-01T00:00:00Z') })
        .where('document_id', '=', id)
        .execute(),
  ],
  [
    'the disclosure that was agreed to',
    /agreed to another text/,
    ({ db }, id) =>
      db
        .updateTable('signatures')
        .set({ disclosure_sha256: 'f'.repeat(64) })
        .where('document_id', '=', id)
        .execute(),
  ],
];

describe('the facts about the signature in Grace’s event', () => {
  /** Returns the signed lease with changed facts in the row or in the event. */
  function signed(row: Partial<SigningRecord['signatures'][number]>, data: Record<string, string>) {
    const record = signedLease();
    const events = record.events.map((event) => {
      if (event.type !== 'document_signed') return event;
      return { ...event, event: { ...event.event, data: { ...event.event.data, ...data } } };
    });
    return { ...record, events, signatures: record.signatures.map((one) => ({ ...one, ...row })) };
  }

  test('a typed signature is not printed in a different typeface', () => {
    expect(disagreement(signed({}, { typeface: 'caveat' }))).toBeUndefined();
    expect(disagreement(signed({ typeface: 'great-vibes' }, { typeface: 'caveat' }))).toMatch(
      /another typeface/,
    );
  });

  test('ink that differs from the drawn ink is not printed', () => {
    const drawn = { imageSha256: 'a'.repeat(64), initialsSha256: null };
    const ink = { inkSha256: 'b'.repeat(64) };
    expect(inkDisagrees(signed(drawn, ink), () => 'b'.repeat(64))).toBeUndefined();
    expect(inkDisagrees(signed(drawn, ink), () => 'c'.repeat(64))).toMatch(/The ink of recipient/);
    expect(inkDisagrees(signed({ ...drawn, imageSha256: null }, ink), () => '')).toMatch(/The ink of/);
    expect(inkDisagrees(signed(drawn, {}), () => 'c'.repeat(64))).toBeUndefined();
  });
});

describeOnOneDatabase('rows changed directly in the database after Grace signed', (open) => {
  let database: TestDatabase;
  let office: Office;
  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
  });

  test.for(casesOfRun(changes, 3))(
    '%s: no further signature is accepted, or the document is not sealed',
    async ([, problem, change]) => {
      const ada = await office.desk();
      const box = { page: 1, x: 20, y: 20, width: 190, height: 26 };
      const lease = await ada.sent(sampleLease(1), [grace, linus, { ...hana, role: 'cc' }], ([graceId]) => [
        { ...box, type: 'text', recipientId: graceId! },
      ]);
      expect((await ada.signer(grace.email).sign()).status).toBe(200);
      await change(database, lease.id);
      const next = await ada.signer(linus.email).sign();
      if (problem === 'refused') {
        expect(next).toMatchObject({ status: 409, body: { code: 'document-altered' } });
        return;
      }
      expect(next.status).toBe(200);
      await expect
        .poll(async () => (await ada.read(lease.id)).sealProblem, { timeout: 10_000 })
        .toMatch(problem);
      expect((await ada.read(lease.id)).status).toBe('sent');
    },
  );
});
