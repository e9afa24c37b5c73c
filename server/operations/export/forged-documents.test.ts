import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { acceptAccount, forgeArchive, type Tables } from '#testing/archives/pack-archive.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { forgeries } from '#testing/archives/forgeries.ts';
import { inOrderOfExport } from '#testing/archives/forged-rows.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { oneOf, randomFrom } from '#testing/random.ts';
import { statedByRows } from '../../records/stated-rows.ts';
import { verifyDatabase } from '../../evidence/verification/verify-database.ts';
import { exportAccount } from './export-account.ts';
import { importAccount } from './import-account.ts';

const kinds = Object.keys(forgeries);
/** Number of forgeries tested in one import. */
const atOnce = 13;
const honestOnes = 2;
const groups = Array.from({ length: Math.ceil(kinds.length / atOnce) }, (_, at) =>
  kinds.slice(at * atOnce, (at + 1) * atOnce),
);

describeOnOneDatabase('an archive with forged documents', (open) => {
  let source: Office;
  let mallory: Desk;
  let archive: Uint8Array;
  let honest: string[];
  let forged: string[];
  beforeAll(async () => {
    source = await openOffice(await open());
    mallory = await source.desk({ firstName: 'Mallory', email: 'mallory@reef.example' });
    const ids: string[] = [];
    for (let made = 0; made < atOnce + honestOnes; made += 1) ids.push(await signedOne());
    [honest, forged] = [ids.slice(0, honestOnes), ids.slice(honestOnes)];
    archive = await buffer(exportAccount(source.product.services, mallory.accountId));
  }, 120_000);

  async function signedOne(): Promise<string> {
    const box = { page: 1, width: 150, height: 30 };
    const people = [grace, { ...linus, role: 'cc' as const }];
    const { id } = await mallory.sent(sampleLease(2), people, ([first]) => [
      { ...box, type: 'signature', x: 20, y: 20, recipientId: first! },
      { ...box, type: 'text', x: 20, y: 200, recipientId: first!, label: 'Sum' },
      { ...box, type: 'number', x: 20, y: 300, recipientId: first!, label: 'Rent', required: true },
    ]);
    const signer = mallory.signer(grace.email);
    const { signatureFields } = await mallory.read(id);
    const fields = signatureFields
      .filter(({ type }) => type !== 'signature')
      .map((field) => ({ id: field.id, value: field.type === 'text' ? 'As agreed' : '1200.5' }));
    expect((await signer.sign({ fields })).status).toBe(200);
    await source.settled();
    source.post.mails.length = 0;
    return id;
  }

  /** Applies `forge` to the archive and imports it into another installation. */
  async function imported(forge: (tables: Tables) => void) {
    const there = await openOffice(await open());
    const importing = {
      ...there.product.services,
      now: there.now(),
      roots: source.ports.key.chain.slice(-1),
    };
    const outcome = await importAccount(importing, forgeArchive(archive, forge));
    const found: string[] = [];
    await verifyDatabase(there.product.services, (sentence) => void found.push(sentence));
    expect(found).toEqual([]);
    const after = await buffer(exportAccount(there.product.services, mallory.accountId));
    return { there, outcome, after };
  }

  test.each(groups)(
    'omits the forged documents with a reason and imports the others: %s, %s, …',
    async (...group) => {
      const { there, outcome, after } = await imported((tables) => {
        for (const [at, kind] of group.entries()) forgeries[kind]!(tables, forged[at]!, honest);
      });
      expect(outcome).toMatchObject({ faults: [], already: false });
      const altered = forged.slice(0, group.length);
      for (const [at, kind] of group.entries()) {
        const [note = '', ...more] = outcome.notes.filter((one) =>
          one.includes(`document ${altered[at]!} was left out`),
        );
        expect([kind, note]).toEqual([kind, expect.stringMatching(/[^.]\.$/)]);
        expect([kind, more]).toEqual([kind, []]);
        expect(note).not.toMatch(/ at .*\.ts|Error|duplicate key|syntax|undefined/);
      }
      const arrived = [...honest, ...forged.slice(group.length)].toSorted();
      expect(idsIn(after, 'documents', 'id')).toEqual(arrived);
      for (const table of ['recipients', 'fields', 'signatures', 'events', 'event_values'])
        expect(idsIn(after, table, 'document_id'), table).toEqual(arrived);
      const hers = await acceptAccount(there, { ...mallory, email: 'mallory@reef.example' });
      const audit = await hers.ask<{ type: string; reason: string }[]>('/api/audit?limit=100');
      const named = audit.body.filter(({ type }) => type === 'document_not_imported');
      expect(named.map(({ reason }) => reason.slice(0, 36)).toSorted()).toEqual(altered.toSorted());
    },
  );

  test('omits documents that are forged in two ways', async () => {
    const random = randomFrom(7);
    const { outcome, after } = await imported((tables) => {
      for (const document of forged)
        for (const kind of [oneOf(random, kinds), oneOf(random, kinds)])
          forgeries[kind]!(tables, document, honest);
    });
    expect(outcome.faults).toEqual([]);
    expect(idsIn(after, 'documents', 'id')).toEqual(honest.toSorted());
  });

  test.each(longRun ? Array.from({ length: 40 }, (_, at) => at) : [1])(
    'after random changes to rows, imports nothing that contradicts the sealed file (seed %i)',
    async (seed) => {
      const { outcome, after } = await imported((tables) => {
        const random = randomFrom(seed);
        for (const document of forged) alterAtRandom(tables, document, random);
      });
      expect(outcome.faults).toEqual([]);
      for (const id of idsIn(after, 'documents', 'id')) {
        const [row] = ofDocument(after, 'documents', id);
        if (row!['status'] === 'draft')
          expect(ofDocument(after, 'recipients', id).map(({ status }) => status)).toEqual(
            ofDocument(after, 'recipients', id).map(() => 'waiting'),
          );
        else expect(statementsIn(after, id)).toEqual(statementsIn(archive, id));
      }
    },
  );
});

/** Returns everything in a document's rows that an import keeps. */
function statementsIn(zip: Uint8Array, id: string) {
  const rows = (table: string) => ofDocument(zip, table, id);
  const [document] = rows('documents');
  const { document: own, ...parts } = statedByRows({
    document: { ...document, completed_at: null },
    recipients: rows('recipients'),
    fields: rows('fields'),
    field_values: rows('field_values'),
    signatures: rows('signatures'),
  });
  const sealed = rows('events').findIndex(
    ({ type }) => type === 'document_sealed' || type === 'document_imported',
  );
  const events = rows('events').slice(0, sealed);
  const last = Number(events.at(-1)?.['seq']);
  const values = rows('event_values').filter(({ seq }) => Number(seq) <= last);
  return {
    own,
    ...parts,
    sealedSha256: document!['sealed_sha256'],
    events: events.map(({ body, hash, type, occurred_at }) => ({ body, hash, type, occurred_at })),
    values: values.map(({ seq, name, value, salt }) => JSON.stringify([seq, name, value, salt])).toSorted(),
  };
}

const partTables = [
  ...['documents', 'recipients', 'fields', 'field_values', 'signatures', 'events', 'event_values'],
];

/** Changes one to three cells or rows of a document at random. */
function alterAtRandom(tables: Tables, document: string, random: () => number): void {
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const table = oneOf(random, partTables);
    const all = tables.rows(table);
    const column = table === 'documents' ? 'id' : 'document_id';
    const own = all.filter((row) => row[column] === document);
    if (own.length === 0) continue;
    const row = oneOf(random, own);
    const key = oneOf(
      random,
      Object.keys(row).filter((name) => name !== 'account_id'),
    );
    const another = () => oneOf(random, all)[key];
    const value = row[key];
    const changes: (() => unknown)[] = [
      ...[another, another, () => null, () => '', () => 'x', () => true, () => 7],
      () => (typeof value === 'number' ? value + 1 : `${JSON.stringify(value)} `),
      () => (typeof value === 'string' ? value.slice(1) : { more: value }),
      () => new Date(Date.parse('2026-01-01') + random() * 1e10).toISOString(),
    ];
    const changed = { ...row, [key]: oneOf(random, changes)() };
    const rest = all.filter((one) => one !== row);
    const how = random();
    const rows = how < 0.15 ? rest : how < 0.25 ? [...all, changed] : [...rest, changed];
    tables.set(table, random() < 0.9 ? inOrderOfExport(rows, table) : rows);
  }
}

const ofDocument = (zip: Uint8Array, table: string, id: string) =>
  rowsIn(zip, table).filter((row) => row[table === 'documents' ? 'id' : 'document_id'] === id);

const rowsIn = (zip: Uint8Array, table: string): Record<string, unknown>[] =>
  strFromU8(unzipSync(zip)[`tables/${table}.ndjson`]!)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const idsIn = (zip: Uint8Array, table: string, column: string): string[] =>
  [...new Set(rowsIn(zip, table).map((row) => String(row[column])))].toSorted();
