import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEventView, AuditExportEvent } from '#contract/evidence/audit.ts';
import { readCsv } from '#core/csv/read-csv.ts';
import { verifyChain } from '#core/trail/chain.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { rowsMet } from '#testing/rows-met.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { eventsAboutPerson, namesQuery } from './events-of-person.ts';

describeOnOneDatabase('the audit trail', (open) => {
  let office: Office;
  let ada: Desk;
  let lease: string;
  let draft: string;
  let sentAt: string;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    ({ id: lease } = await ada.prepare(sampleLease(1), [grace]));
    office.wait(60_000);
    sentAt = new Date(office.now()).toISOString();
    await ada.send(lease);
    await office.settled();
    office.wait(60_000);
    await ada.signer(grace.email).opened();
    await ada.signer(grace.email).sign();
    await office.settled();
    const mallorys = await ada.upload(sampleLease(1), 'plan.pdf', '=HYPERLINK("https://elsewhere.example")');
    draft = mallorys.body.id;
  });

  const read = async (desk: Desk, query = '') => {
    const { body, headers } = await desk.ask<AuditEventView[]>(`/api/audit${query}`);
    return { events: body, types: body.map(({ type }) => type), link: headers['link'] as string | undefined };
  };

  test('lists the events of every document, newest first', async () => {
    const { events, types } = await read(ada);
    expect(types[0]).toBe('document_uploaded');
    expect(events[0]?.document).toMatchObject({ id: draft, open: true });
    expect(types.at(-1)).toBe('document_uploaded');
    const listed = types
      .filter((type) => !type.startsWith('mail_'))
      .slice(1)
      .reverse();
    expect(listed).toEqual([
      'document_uploaded',
      'document_sent',
      'invitation_issued',
      'document_opened',
      'consent_given',
      'document_signed',
      'all_signed',
      'document_sealed',
      'document_completed',
    ]);
    const times = events.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('shows actor, recipient and IP address', async () => {
    const { events } = await read(ada);
    const signed = events.find(({ type }) => type === 'document_signed');
    expect(signed).toMatchObject({ actor: grace, recipient: null, ip: '127.0.0.1', document: { id: lease } });
    const invited = events.find(({ type }) => type === 'invitation_issued');
    expect(invited).toMatchObject({ actor: null, recipient: grace, ip: null });
    const sent = events.find(({ type }) => type === 'document_sent');
    expect(sent?.actor).toEqual({ name: 'Ada Moreau', email: 'ada@harbour.example' });
  });

  test('the pages together contain every event exactly once, in the same order', async () => {
    const whole = await read(ada);
    const seen: string[] = [];
    let path: string | undefined = '?limit=2';
    while (path) {
      const page = await read(ada, path);
      seen.push(...page.events.map(({ id }) => id));
      path = /<\/api\/audit([^>]*)>/.exec(page.link ?? '')?.[1];
    }
    expect(seen).toEqual(whole.events.map(({ id }) => id));
  });

  describe('filters', () => {
    test('filters by action', async () => {
      expect((await read(ada, '?type=document_signed')).types).toEqual(['document_signed']);
    });
    test('filters by document', async () => {
      expect((await read(ada, `?document=${draft}`)).types).toEqual(['document_uploaded']);
      expect((await read(ada, '?document=nonsense')).types).toEqual([]);
    });
    test.each([
      ['lindqvist', true],
      ['GRACE@', true],
      ['127.0.0.1', false],
      ['%', false],
      ['linus', false],
    ])('filters by the person %j', async (person, some) => {
      const { events } = await read(ada, `?person=${encodeURIComponent(person)}`);
      expect(events.length > 0).toBe(some);
      for (const { actor, recipient } of events)
        expect([actor?.email, recipient?.email]).toContain(grace.email);
    });
    test('filters by time, including the start and excluding the end', async () => {
      const after = await read(ada, `?from=${encodeURIComponent(sentAt)}`);
      const before = await read(ada, `?to=${encodeURIComponent(sentAt)}`);
      expect(after.types).toContain('document_sent');
      expect(before.types).toEqual(['document_uploaded']);
      expect(after.events.length + before.events.length).toBe((await read(ada)).events.length);
      expect((await read(ada, '?to=2020-01-01')).types).toEqual([]);
    });
    test('returns nothing for unknown filter values', async () => {
      expect((await ada.ask('/api/audit?type=made_up')).status).toBe(400);
      expect((await ada.ask('/api/audit?from=yesterday')).status).toBe(400);
    });
  });

  test('shows a gap in place of an erased person and still lists documents in the bin (G-2)', async () => {
    const desk = await office.desk();
    const { body } = await desk.upload(sampleLease(1));
    await desk.delete(`/api/documents/${body.id}`);
    // Only the owner of the tables can disable the trigger (T-03).
    await office.ports.database.owner.query(
      `ALTER TABLE event_values DISABLE TRIGGER ALL; DELETE FROM event_values WHERE document_id = '${body.id}';
       ALTER TABLE event_values ENABLE TRIGGER ALL`,
    );
    const { events } = await read(desk);
    expect(events.at(-1)).toMatchObject({
      type: 'document_uploaded',
      actor: { name: '', email: '' },
      document: { title: 'lease', open: false },
    });
  });

  describe('export', () => {
    test('exports the filtered list as CSV without spreadsheet formulas (ASVS 1.2.10)', async () => {
      const { bytes, headers } = await ada.ask(`/api/audit/export?format=csv&type=document_uploaded`);
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-trail.csv"',
        'x-content-type-options': 'nosniff',
      });
      const [head, ...rows] = readCsv(bytes.toString(), { maxRows: 99, maxCells: 99 }).rows.map(
        ({ cells }) => cells,
      );
      expect(head?.slice(0, 3)).toEqual(['Time (UTC)', 'Action', 'Document']);
      expect(rows).toHaveLength(2);
      expect(rows[0]?.[2]).toBe(`'=HYPERLINK("https://elsewhere.example")`);
      expect(rows[0]?.slice(5, 7)).toEqual(['Ada Moreau', 'ada@harbour.example']);
    });

    test('the JSON export allows a reader to verify the hash chain of a document', async () => {
      const { bytes, headers } = await ada.ask(`/api/audit/export?format=json&document=${lease}`);
      expect(headers['content-disposition']).toBe('attachment; filename="audit-trail.json"');
      const events = JSON.parse(bytes.toString()) as AuditExportEvent[];
      const chain = events.toReversed().map((event) => ({ ...event, body: event.body!, hash: event.hash! }));
      expect(verifyChain(lease, chain, sha256)).toMatchObject({ intact: true, head: chain.at(-1)?.hash });
      expect(Object.values(chain[0]?.values ?? {}).map(({ value }) => value)).toContain('Ada Moreau');
    });

    test('exports an empty list if there are no events', async () => {
      const { bytes } = await ada.ask('/api/audit/export?format=json&to=2020-01-01');
      expect(JSON.parse(bytes.toString())).toEqual([]);
    });
  });

  test('Mallory cannot see events of another account (S-07)', async () => {
    const mallory = await office.desk({
      firstName: 'Mallory',
      lastName: 'M',
      email: 'mallory@elsewhere.example',
    });
    expect((await read(mallory)).events).toEqual([]);
    expect((await read(mallory, `?document=${lease}`)).events).toEqual([]);
    expect((await read(mallory, `?person=${linus.name}`)).events).toEqual([]);
    const { bytes } = await mallory.ask('/api/audit/export?format=json');
    expect(JSON.parse(bytes.toString())).toEqual([]);
  });

  /** Returns the sequence numbers of all matching events, page by page. */
  async function seqsOf(desk: Desk, query: string): Promise<number[]> {
    const seqs: number[] = [];
    let path: string | undefined = query;
    while (path) {
      const page = await read(desk, path);
      seqs.push(...page.events.map(({ seq }) => seq!));
      path = /<\/api\/audit([^>]*)>/.exec(page.link ?? '')?.[1];
    }
    return seqs;
  }

  const backwards = (from: number, to: number): number[] =>
    Array.from({ length: from - to + 1 }, (_, at) => from - at);

  longTest('reads the newest page of many events from the index without sorting all of them', async () => {
    const { pool } = office.ports.database;
    const other = await office.desk();
    const { body } = await other.upload(sampleLease(1));
    await pool.query(
      `INSERT INTO events (account_id, document_id, seq, id, type, occurred_at, body, prev_hash, hash)
       SELECT account_id, document_id, n, gen_random_uuid(), 'document_opened', occurred_at + n * interval '1 ms',
              body, prev_hash, hash
         FROM events, generate_series(2, 10000) AS n WHERE document_id = $1`,
      [body.id],
    );
    await pool.query('ANALYZE events');
    const first = await read(other, '?limit=100');
    expect(first.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, at) => 10_000 - at));
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM events WHERE account_id = '${other.accountId}'
       ORDER BY occurred_at DESC, document_id, seq DESC LIMIT 101`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('events_newest');
    const { bytes } = await other.ask('/api/audit/export?format=csv');
    expect(readCsv(bytes.toString(), { maxRows: 20_000, maxCells: 99 }).rows).toHaveLength(10_001);

    await pool.query(
      `INSERT INTO event_values (account_id, document_id, seq, name, salt, value)
       SELECT account_id, document_id, seq, 'actorEmail', 'salt',
              CASE WHEN seq = 77 THEN 'rare@harbour.example'
                   WHEN seq BETWEEN 4001 AND 4500 THEN 'person' || seq || '@harbour.example'
                   ELSE 'often@harbour.example' END
         FROM events WHERE document_id = $1 AND seq > 1`,
      [body.id],
    );
    await pool.query('ANALYZE event_values');
    expect((await read(other, '?person=RARE@')).events.map(({ seq }) => seq)).toEqual([77]);
    expect((await read(other, '?person=often@&limit=100')).events).toHaveLength(100);
    expect((await read(other, '?person=nobody')).events).toEqual([]);
    // Many people match, and none of them acted recently. The search still finds all their events, page by
    // page.
    expect(await seqsOf(other, '?person=PERSON&limit=100')).toEqual(backwards(4_500, 4_001));
    expect(await seqsOf(other, '?person=person400&type=document_opened&limit=4')).toEqual(
      backwards(4_009, 4_001),
    );
    expect(
      (await read(other, `?person=person4001&document=${body.id}`)).events.map(({ seq }) => seq),
    ).toEqual([4_001]);
    const { db } = office.product.services;
    const { accountId } = other;
    const often = { person: 'often@', limit: 51 };
    expect(await rowsMet(db, namesQuery(accountId, 'person4001@'))).toBeLessThan(20);
    expect(await rowsMet(db, namesQuery(accountId, 'nobody'))).toBe(0);
    expect(
      await rowsMet(db, eventsAboutPerson(accountId, ['often@harbour.example'], often, undefined)),
    ).toBeLessThan(200);
  });
});
