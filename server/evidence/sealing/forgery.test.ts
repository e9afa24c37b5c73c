import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { signerOf, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { findDocument } from '../../records/document-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { disagreement } from './check-record.ts';
import { readSigningRecord } from '../record/signing-record.ts';

/** A lease that all recipients have signed. Mallory can change its rows. */
type Lease = {
  key: { accountId: string; documentId: string };
  of: { grace: string; linus: string; hana: string };
  fields: { text: string; tick: string; graces: string; linuss: string; note: string };
};
type Attempt = [name: string, change: (tx: Tx, lease: Lease) => Promise<unknown>];

const field = (which: keyof Lease['fields'], set: Record<string, unknown>): Attempt[1] => {
  return (tx, lease) => tx.updateTable('fields').set(set).where('id', '=', lease.fields[which]).execute();
};
const person = (which: keyof Lease['of'], set: Record<string, unknown>): Attempt[1] => {
  return (tx, lease) => tx.updateTable('recipients').set(set).where('id', '=', lease.of[which]).execute();
};
const signature = (which: keyof Lease['of'], set: Record<string, unknown>): Attempt[1] => {
  return (tx, lease) =>
    tx.updateTable('signatures').set(set).where('recipient_id', '=', lease.of[which]).execute();
};
const document = (set: Record<string, unknown>): Attempt[1] => {
  return (tx, { key }) => tx.updateTable('documents').set(set).where('id', '=', key.documentId).execute();
};

/** Attacks on the signed lease by Mallory, who can write to the database. */
const attempts: Attempt[] = [
  ['a signature field moved', field('linuss', { y: 500 })],
  ['a signature field on another page', field('linuss', { page: 2 })],
  ['a widened box', field('text', { width: 400 })],
  ['a checkbox turned into a radio button', field('tick', { type: 'radio' })],
  ['‘I accept’ relabeled ‘I decline’', field('tick', { label: 'I decline' })],
  ['a reassigned field', (tx, lease) => field('text', { recipient_id: lease.of.linus })(tx, lease)],
  ['an optional field made required', field('note', { required: true })],
  ['other rules for a field', field('text', { properties: { help: 'The rent is paid twice' } })],
  [
    'a prefilled field added',
    (tx, lease) => addField(tx, lease, { properties: { value: 'Twice the rent', readOnly: true } }),
  ],
  ['an empty field added', (tx, lease) => addField(tx, lease, { required: false })],
  [
    'an empty field removed',
    (tx, lease) => tx.deleteFrom('fields').where('id', '=', lease.fields.note).execute(),
  ],
  ['two checkboxes swapped', exchangePlaces],
  ['another title', document({ title: 'Sale of the harbour office' })],
  ['another file name', document({ file_name: 'sale.pdf' })],
  ['another upload', document({ original_sha256: 'e'.repeat(64) })],
  [
    'a page marked as rotated',
    document({
      pages: sql`'[{"width":842,"height":595,"rotate":90,"crop":[0,0,595,842],"userUnit":1}]'::jsonb`,
    }),
  ],
  ['another base file', document({ base_sha256: 'd'.repeat(64) })],
  ['a copy recipient with another address', person('hana', { email: 'mallory@elsewhere.example' })],
  ['a copy recipient with another name', person('hana', { name: 'Mallory Quill' })],
  ['a signer with another address', person('grace', { email: 'mallory@elsewhere.example' })],
  ['a viewer turned into a signer', person('hana', { role: 'signer', status: 'signed' })],
  ['a copy recipient turned into a viewer', person('hana', { role: 'viewer' })],
  ['another order', person('linus', { turn: 7 })],
  ['a recipient removed', (tx, { of }) => tx.deleteFrom('recipients').where('id', '=', of.hana).execute()],
  ['a recipient added', addRecipient],
  ['another typed signature', signature('linus', { signature_text: 'Mallory Quill' })],
  ['another typeface', signature('linus', { typeface: 'great-vibes' })],
  ['a picture instead of typed text', signature('linus', { image_sha256: 'c'.repeat(64) })],
  ['another network address', signature('grace', { ip: '198.51.100.7' })],
  ['another language of the disclosure', signature('grace', { locale: 'ar' })],
  ['another version of the disclosure', signature('grace', { disclosure_version: '1999-01-01' })],
  ['signed on another day', signature('grace', { signed_at: new Date('2026-01-01T00:00:00Z') })],
  ['approved instead of signed', signature('grace', { act: 'approved' })],
  ['initials that no one entered', signature('grace', { initials_text: 'MQ' })],
  ['a value', valueOf('text', 'Twice the rent')],
  ['a value where none was entered', addValue],
  [
    'a signature removed',
    (tx, { of }) => tx.deleteFrom('signatures').where('recipient_id', '=', of.linus).execute(),
  ],
  ['a forged correction that moves a field', madeUpCorrection],
  ['a forged second signature in the trail', madeUpAct],
  ['an event changed', onTrail("UPDATE events SET body = replace(body, 'typed', 'drawn')")],
  ['the last event deleted', onTrail("DELETE FROM events WHERE type = 'all_signed'")],
  ['the trail emptied', onTrail('TRUNCATE events')],
  ['a personal value changed', onTrail("UPDATE event_values SET value = 'Mallory' WHERE name = 'actor'")],
  ['a personal value deleted', onTrail("DELETE FROM event_values WHERE name = 'actor'")],
  ['all personal values deleted', onTrail('TRUNCATE event_values')],
];

function onTrail(statement: string): Attempt[1] {
  return (tx) => sql.raw(statement).execute(tx);
}

function valueOf(which: keyof Lease['fields'], value: string): Attempt[1] {
  return (tx, { fields }) =>
    tx.updateTable('field_values').set({ value }).where('field_id', '=', fields[which]).execute();
}

async function addField(tx: Tx, { key, of }: Lease, more: Record<string, unknown>): Promise<void> {
  await tx
    .insertInto('fields')
    .values({
      account_id: key.accountId,
      document_id: key.documentId,
      recipient_id: of.grace,
      position: 9,
      id: '0195550a-0000-7000-8000-0000000000aa',
      type: 'text',
      page: 1,
      x: 20,
      y: 400,
      width: 150,
      height: 26,
      ...more,
    })
    .execute();
}

async function addRecipient(tx: Tx, { key }: Lease): Promise<void> {
  await tx
    .insertInto('recipients')
    .values({
      account_id: key.accountId,
      document_id: key.documentId,
      position: 9,
      turn: 1,
      id: '0195550a-0000-7000-8000-0000000000ab',
      email: 'mallory@elsewhere.example',
      name: 'Mallory Quill',
      role: 'cc',
    })
    .execute();
}

/**
 * The checkboxes keep their values, but switch places: the ‘yes’ of one line becomes the ‘yes’ of the other.
 */
async function exchangePlaces(tx: Tx, { fields }: Lease): Promise<void> {
  await tx.updateTable('fields').set({ y: 300 }).where('id', '=', fields.tick).execute();
  await tx.updateTable('fields').set({ y: 200 }).where('id', '=', fields.note).execute();
}

async function addValue(tx: Tx, { key, of, fields }: Lease): Promise<void> {
  const values = { field_id: fields.note, recipient_id: of.grace, value: 'Twice the rent' };
  await tx.deleteFrom('field_values').where('field_id', '=', fields.note).execute();
  await tx
    .insertInto('field_values')
    .values({ account_id: key.accountId, document_id: key.documentId, ...values, filled_at: new Date() })
    .execute();
}

/** Mallory, who can append to the trail, adds a valid event to the chain and moves the field to match. */
async function madeUpCorrection(tx: Tx, lease: Lease): Promise<void> {
  await field('linuss', { y: 500 })(tx, lease);
  await appendEvents(tx, lease.key, Date.now(), [
    {
      type: 'recipient_corrected',
      actor: { kind: 'user', id: null },
      data: { recipientId: lease.of.hana, addressChanged: false },
      personal: { recipient: hana.name, recipientEmail: hana.email },
    },
  ]);
}

async function madeUpAct(tx: Tx, lease: Lease): Promise<void> {
  await appendEvents(tx, lease.key, Date.now(), [
    { type: 'document_signed', actor: { kind: 'recipient', id: lease.of.hana }, data: { fields: 0 } },
  ]);
}

class NotKept extends Error {}

describeOnEveryDatabase('a fully signed lease, before it is sealed', (open) => {
  let office: Office;
  let ada: Desk;
  let lease: Lease;
  beforeAll(async () => {
    // There is no worker, so nothing is sealed during the test.
    office = await openOffice(await open(), { working: false });
    ada = await office.desk();
    lease = await signedLease();
  });

  async function signedLease(): Promise<Lease> {
    const { id, recipients } = await ada.prepare(
      sampleLease(2),
      [grace, linus, { ...hana, role: 'cc' }],
      ([graces, linuss]) => [
        {
          type: 'text',
          label: 'Address',
          page: 1,
          x: 20,
          y: 100,
          width: 190,
          height: 26,
          recipientId: graces!,
        },
        {
          type: 'checkbox',
          label: 'I accept',
          page: 1,
          x: 20,
          y: 200,
          width: 18,
          height: 18,
          recipientId: graces!,
        },
        {
          type: 'signature',
          label: '',
          page: 1,
          x: 20,
          y: 600,
          width: 150,
          height: 40,
          recipientId: graces!,
        },
        {
          type: 'signature',
          label: '',
          page: 1,
          x: 300,
          y: 600,
          width: 150,
          height: 40,
          recipientId: linuss!,
        },
        {
          type: 'text',
          label: 'Note',
          page: 1,
          x: 20,
          y: 300,
          width: 190,
          height: 26,
          recipientId: linuss!,
          required: false,
        },
      ],
    );
    expect((await ada.send(id)).status).toBe(200);
    const of = {
      grace: recipients.find(({ email }) => email === grace.email)!.id,
      linus: recipients.find(({ email }) => email === linus.email)!.id,
      hana: recipients.find(({ email }) => email === hana.email)!.id,
    };
    const placed = await office.ports.database.db
      .selectFrom('fields')
      .select('id')
      .where('document_id', '=', id)
      .orderBy('position')
      .execute();
    const [text, tick, graces, linuss, note] = placed.map((one) => one.id) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const key = { accountId: ada.accountId, documentId: id };
    expect((await (await signer(key.documentId, of.grace)).sign({ typeface: 'caveat' })).status).toBe(200);
    const nothing = { fields: [{ id: note, value: '' }] };
    expect((await (await signer(key.documentId, of.linus)).sign(nothing)).status).toBe(200);
    return { key, of, fields: { text, tick, graces, linuss, note } };
  }

  /** Uses the link directly, because no emails are sent without a worker. */
  async function signer(documentId: string, recipientId: string): Promise<Signer> {
    const { id } = await office.ports.database.db
      .selectFrom('signing_links')
      .select('id')
      .where('document_id', '=', documentId)
      .where('recipient_id', '=', recipientId)
      .executeTakeFirstOrThrow();
    return signerOf(office.product.app, linkToken(office.linkKey, id));
  }

  /** Returns why the changed lease cannot be sealed. The change is rolled back. */
  async function afterwards(change: (tx: Tx) => Promise<unknown>): Promise<string | undefined> {
    const { accountId, documentId } = lease.key;
    let answer: string | undefined;
    const run = inTransaction(office.ports.database.db, async (tx) => {
      await change(tx);
      const whole = await findDocument(tx, accountId, documentId);
      answer = disagreement(await readSigningRecord(tx, whole!));
      throw new NotKept();
    });
    await expect(run).rejects.toThrow();
    return run.catch((error: unknown) => (error instanceof NotKept ? answer : String(error)));
  }

  test('an untampered lease is sealed', async () => {
    expect(await afterwards(() => Promise.resolve())).toBeUndefined();
  });

  test.for(attempts)('the lease is not sealed with %s', async ([, change]) => {
    expect(await afterwards((tx) => change(tx, lease))).toEqual(expect.any(String));
  });
});
