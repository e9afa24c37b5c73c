import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEventView, AuditExportEvent } from '#contract/evidence/audit.ts';
import type { z } from 'zod';
import type { trailAnswer } from '#contract/documents/documents.ts';
import { readCsv } from '#core/csv/read-csv.ts';
import { chainEvent, chainStart, commitTo } from '#core/trail/chain.ts';
import type { Report } from '#core/report/report.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import { readAttachment } from '#pdf/read/read-attachment.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { verifyDatabase } from '../../evidence/verification/verify-database.ts';

type Key = { accountId: string; documentId: string };
type Row = { seq: number; body: string; hash: string; occurred_at: Date; type: string };

const hana = { name: 'Hana Sato', email: 'hana@sato.example' };

type Rewrite = [name: string, rewrite: (tx: Tx, key: Key) => Promise<unknown>];

/**
 * Changes by Mallory, who owns the database and disabled the triggers. The trail alone does not reveal them.
 */
const rechained: Rewrite[] = [
  [
    'a signature backdated by seven weeks, with a valid chain',
    (tx, key) =>
      rechain(tx, key, (event) => {
        if (!['document_opened', 'consent_given', 'document_signed'].includes(event.type)) return event;
        return {
          ...event,
          occurredAt: new Date(Date.parse(event.occurredAt) - 49 * 86_400_000).toISOString(),
        };
      }),
  ],
  ['another signer, with a valid commitment and chain', otherSigner],
];

/** All changes. They are made after the lease was sealed. */
const rewrites: Rewrite[] = [
  ...rechained,
  ['a time in the column used by lists', column('document_opened', { occurred_at: new Date('2026-01-01') })],
  ['an event type in the column used by lists', column('document_opened', { type: 'document_approved' })],
  [
    'one personal value',
    (tx, { documentId }) =>
      tx
        .updateTable('event_values')
        .set({ value: 'Mallory Quill' })
        .where('document_id', '=', documentId)
        .where('name', '=', 'actor')
        .execute(),
  ],
  [
    'its end removed, and the sealed file unlinked',
    async (tx, { documentId }) => {
      const done = ['all_signed', 'document_sealed', 'document_completed', 'mail_accepted'];
      await tx
        .deleteFrom('events')
        .where('document_id', '=', documentId)
        .where('type', 'in', done)
        .where('seq', '>', 6)
        .execute();
    },
  ],
  [
    'the sealed file marked as missing',
    (tx, { documentId }) =>
      tx.updateTable('documents').set({ sealed_sha256: null }).where('id', '=', documentId).execute(),
  ],
  [
    'the sealed file registered as the record of another ending',
    (tx, { documentId }) =>
      tx
        .updateTable('documents')
        .set(({ ref }) => ({
          certificate_sha256: ref('sealed_sha256'),
          certificate_size: ref('sealed_size'),
          sealed_sha256: null,
        }))
        .where('id', '=', documentId)
        .execute(),
  ],
  [
    'its first event removed, and the rest moved up',
    async (tx, key) => {
      await tx.deleteFrom('events').where('document_id', '=', key.documentId).where('seq', '=', 1).execute();
      await tx
        .deleteFrom('event_values')
        .where('document_id', '=', key.documentId)
        .where('seq', '=', 1)
        .execute();
      const rows = await tx
        .selectFrom('events')
        .select('seq')
        .where('document_id', '=', key.documentId)
        .orderBy('seq')
        .execute();
      for (const { seq } of rows)
        for (const table of ['events', 'event_values'] as const)
          await tx
            .updateTable(table)
            .set({ seq: seq - 1 })
            .where('document_id', '=', key.documentId)
            .where('seq', '=', seq)
            .execute();
      await rechain(tx, key, (event) => event);
    },
  ],
];

describeOnOneDatabase('a sealed trail rewritten by the database owner with triggers disabled', (open) => {
  let database: TestDatabase;
  let office: Office;
  let ada: Desk;
  let key: Key;
  let declined: Key;
  let other: string;
  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
    ada = await office.desk();
    const notifications = { 'recipient-signed': { mail: true } };
    await ada.patch('/api/user/preferences', { notifications });
    ({ id: other } = await ada.prepare(sampleLease(2), [linus]));
    const { id } = await ada.sent(sampleLease(1), [grace, linus]);
    for (const { email } of [grace, linus]) {
      expect((await ada.signer(email).sign()).status).toBe(200);
      await office.settled();
    }
    key = { accountId: ada.accountId, documentId: id };
    expect((await ada.read(id)).status).toBe('completed');
    declined = { ...key, documentId: (await ada.sent(sampleLease(3), [hana, linus])).id };
    expect((await ada.signer(hana.email).sign()).status).toBe(200);
    expect((await ada.signer(linus.email).decline('The rent is wrong.')).status).toBe(204);
    await office.settled();
    expect((await ada.ask(`/api/documents/${declined.documentId}/certificate`)).status).toBe(200);
  });

  /** Returns the server's responses after a rewrite, and rolls the rewrite back. */
  async function shownAfter(rewrite: (tx: Tx) => Promise<unknown>, key: Key) {
    const kept = await rowsOf(database, key);
    await unguarded(database, rewrite);
    try {
      const trail = (await ada.ask<z.infer<typeof trailAnswer>>(`/api/documents/${key.documentId}/trail`))
        .body;
      const { body: list } = await ada.ask<AuditEventView[]>('/api/audit?limit=100');
      const { bytes: csv } = await ada.ask('/api/audit/export?format=csv');
      const { body: json } = await ada.ask<AuditExportEvent[]>('/api/audit/export?format=json');
      const evidence = await ada.ask(`/api/documents/${key.documentId}/evidence`);
      const found: string[] = [];
      await verifyDatabase(office.product.services, (sentence) => void found.push(sentence));
      const [head, ...rows] = readCsv(csv.toString(), { maxRows: 999, maxCells: 99 }).rows.map(
        ({ cells }) => cells,
      );
      const at = (name: string): number => head!.indexOf(name);
      return {
        page: trail.intact && trail.matchesSealedFile !== false,
        database: !found.some((sentence) => sentence.startsWith(`Document ${key.documentId}:`)),
        report: await isReportedAsRecorded(key),
        list: marksOf(list, key),
        json: marksOf(json, key),
        csv: marksOf(
          rows.map((cells) => ({
            document: { id: cells[at('Document id')]! },
            altered: cells[at('Trail')]!.startsWith('ALTERED'),
          })),
          key,
        ),
        evidence: evidence.status === 200,
      };
    } finally {
      await unguarded(database, (tx) => restoreTrail(tx, key, kept));
    }
  }

  /** Returns which events of the lease, and of another document, are marked as altered. */
  function marksOf(events: { document: { id: string } | null; altered: boolean }[], key: Key) {
    const recorded = (id: string): boolean[] => [
      ...new Set(events.filter(({ document }) => document?.id === id).map(({ altered }) => !altered)),
    ];
    return { lease: recorded(key.documentId), other: recorded(other) };
  }

  async function isReportedAsRecorded({ documentId }: Key): Promise<boolean> {
    const [from, to] = [-86_400_000, 86_400_000].map((ms) => new Date(office.now() + ms).toISOString());
    const path = `/api/reports/audit?format=json&from=${from}&to=${to}&document=${documentId}`;
    const { documents } = (await ada.ask<Pick<Report, 'documents'>>(path)).body;
    return documents.find(({ id }) => id === documentId)!.trail.asRecorded;
  }

  const recorded = { lease: [true], other: [true] };
  const calm = {
    page: true,
    database: true,
    report: true,
    evidence: true,
    list: recorded,
    json: recorded,
    csv: recorded,
  };
  const altered = { lease: expect.arrayContaining([false]) as boolean[], other: [true] };
  const alarm = {
    page: false,
    database: false,
    report: false,
    evidence: false,
    list: altered,
    json: altered,
    csv: altered,
  };

  test('an unchanged trail is not flagged', async () => {
    for (const untouched of [key, declined])
      expect(await shownAfter(() => Promise.resolve(), untouched)).toEqual(calm);
  });

  test.for(rewrites)('every page that shows a rewritten trail flags it: %s', async ([, rewrite]) => {
    expect(await shownAfter((tx) => rewrite(tx, key), key)).toEqual(alarm);
  });

  test.for(rechained)(
    'the sealed record of a declined document reveals a rewritten trail: %s',
    async ([, rewrite]) => {
      expect(await shownAfter((tx) => rewrite(tx, declined), declined)).toEqual(alarm);
    },
  );

  test('a rewrite is detected as long as the parties have the hash from an email', async () => {
    const { sealed, chainHead } = await sealedHead();
    const toGrace = office.post.to(grace.email).at(-1)!;
    expect(sealed.equals(toGrace.attachments[0]!.bytes)).toBe(true);
    const adas = office.post.to('ada@harbour.example');
    const completed = adas.find(({ subject }) => subject.startsWith('Completed'))!;
    for (const mail of [toGrace, completed]) {
      expect(mail.text).toContain(chainHead);
      expect(mail.html).toContain(chainHead);
    }
    const { hash } = (await rowsOf(database, key)).events.find(({ type }) => type === 'document_signed')!;
    expect(adas.find(({ subject }) => subject.startsWith('Signed'))!.text).toContain(hash);
  });

  async function sealedHead(): Promise<{ sealed: Buffer; chainHead: string }> {
    const { bytes: sealed } = await ada.ask(`/api/documents/${key.documentId}/download`);
    const evidence = Buffer.from(readAttachment(sealed, 'evidence.json')!).toString();
    return { sealed, chainHead: (JSON.parse(evidence) as { chainHead: string }).chainHead };
  }
});

/** Rebuilds the whole trail, so that each event continues from the one before. */
async function rechain(
  tx: Tx,
  { documentId }: Key,
  change: (event: TrailEvent) => TrailEvent,
): Promise<void> {
  const rows = await tx
    .selectFrom('events')
    .select(['seq', 'body'])
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute();
  let prev = chainStart;
  for (const { seq, body } of rows) {
    const event = { ...change(JSON.parse(body) as TrailEvent), seq, prev };
    const chained = chainEvent(event, sha256);
    prev = chained.hash;
    await tx
      .updateTable('events')
      .set({ ...chained, prev_hash: event.prev, occurred_at: new Date(event.occurredAt) })
      .where('document_id', '=', documentId)
      .where('seq', '=', seq)
      .execute();
  }
}

async function otherSigner(tx: Tx, key: Key): Promise<void> {
  const { seq } = await tx
    .selectFrom('events')
    .select('seq')
    .where('document_id', '=', key.documentId)
    .where('type', '=', 'document_signed')
    .executeTakeFirstOrThrow();
  const salt = randomBytes(16).toString('hex');
  await tx
    .updateTable('event_values')
    .set({ salt, value: 'Mallory Quill' })
    .where('document_id', '=', key.documentId)
    .where('seq', '=', seq)
    .where('name', '=', 'actor')
    .execute();
  await rechain(tx, key, (event) =>
    event.seq === seq
      ? { ...event, personal: { ...event.personal, actor: commitTo(salt, 'Mallory Quill', sha256) } }
      : event,
  );
}

function column(type: string, set: Record<string, unknown>) {
  return (tx: Tx, { documentId }: Key): Promise<unknown> =>
    tx
      .updateTable('events')
      .set(set)
      .where('document_id', '=', documentId)
      .where('type', '=', type)
      .execute();
}

type Kept = {
  events: Row[];
  values: object[];
  files: Pick<Selectable<Schema['documents']>, 'sealed_sha256' | 'certificate_sha256' | 'certificate_size'>;
};

async function rowsOf({ ownerDb: db }: TestDatabase, { documentId }: Key): Promise<Kept> {
  const of = <Table extends 'events' | 'event_values'>(table: Table) =>
    db
      .selectFrom(table as 'events')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('seq')
      .execute();
  const files = await db
    .selectFrom('documents')
    .select(['sealed_sha256', 'certificate_sha256', 'certificate_size'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  return { events: await of('events'), values: await of('event_values'), files };
}

async function restoreTrail(tx: Tx, { documentId }: Key, { events, values, files }: Kept): Promise<void> {
  for (const [table, rows] of [
    ['events', events],
    ['event_values', values],
  ] as const) {
    await tx.deleteFrom(table).where('document_id', '=', documentId).execute();
    await tx
      .insertInto(table)
      .values(rows as never)
      .execute();
  }
  await tx.updateTable('documents').set(files).where('id', '=', documentId).execute();
}

/** Acts as the owner of the tables, with all triggers of the trail disabled. */
async function unguarded(
  { owner, ownerDb }: TestDatabase,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const tables = ['events', 'event_values'];
  await owner.query(tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`).join(';'));
  try {
    await inTransaction(ownerDb, work);
  } finally {
    await owner.query(tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER ALL`).join(';'));
  }
}
