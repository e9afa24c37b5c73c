import { beforeAll, expect, test } from 'vitest';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import { findCheckpoint, fromBase64, readCheckpoint, readLogProof, toHex } from '#core/log/checkpoint.ts';
import { isConsistentWith } from '#core/log/merkle.ts';
import { chainEvent, chainStart } from '#core/trail/chain.ts';
import type { Report } from '#core/report/report.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { compareLog } from '#verify/compare-log.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { withInstallation } from '#core/log/with-installation.ts';
import { openLogKey } from '../../adapters/log-key/own-log-key.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { checkLog } from './check-log.ts';
import { hashBytes } from './log-store.ts';
import { openLog, type ConsistencySince } from './open-log.ts';

const tables = ['events', 'log_leaves', 'log_nodes', 'log_heads', 'log_anchors'];

describeOnOneDatabase('the transparency log', (open) => {
  let database: TestDatabase;
  let office: Office;
  let ada: Desk;
  let sealed: Buffer;
  let mail: string;
  let lease: string;

  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
    ada = await office.desk();
    ({ id: lease } = await ada.prepare(sampleLease(1), [grace]));
    await ada.send(lease);
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    sealed = Buffer.from((await ada.ask(`/api/documents/${lease}/download`)).bytes);
    mail = office.post.to(grace.email).at(-1)!.text;
  });

  const log = () => office.product.services.log;
  const findings = async (db = database.db): Promise<string[]> => {
    const found: string[] = [];
    await checkLog(db, (sentence) => void found.push(sentence));
    return found;
  };
  const since = async (size: number): Promise<string> =>
    (await ada.ask(`/api/log/since/${size}`, { headers: { cookie: '' } })).bytes.toString();
  /** Returns the head in Grace's sealed file and the head in her email. */
  async function heads(): Promise<[file: string, mail: string]> {
    const report = await verifyFile(sealed, await trustOf(office));
    expect(report.checks.find(({ name }) => name === 'log')).toMatchObject({ result: 'holds' });
    return [report.log!.checkpoint, findCheckpoint(mail)!];
  }

  test('the log contains every event once, and a check of the log reports no error', async () => {
    while (await log().grow());
    const { count } = await database.db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect((await log().newest())!.size).toBe(Number(count));
    expect(await findings()).toEqual([]);
  });

  test('a log that grows during its check is not reported as truncated', async () => {
    const before = (await log().newest())!.size;
    let looks = 0;
    const atWork = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      // Between reading the leaves and reading the heads, an event is recorded and a head over it is signed.
      transformResult: async ({ result }) => {
        if (!result.rows.some((row) => 'position' in row) || (looks += 1) > 1) return result;
        await ada.prepare(sampleLease(1), [grace]);
        while (await log().grow());
        return result;
      },
    });
    expect(await findings(atWork)).toEqual([]);
    expect((await log().newest())!.size).toBeGreaterThan(before);
  });

  test('the later log is consistent with the heads in the sealed file and in the email', async () => {
    for (const head of await heads())
      expect(await compareLog(head, await since(readCheckpoint(head)!.size))).toBe('goes-on');
  });

  test('proves the document’s events to anyone who has their hashes, and no other event', async () => {
    const { events } = (await ada.ask<{ events: { hash: string }[] }>(`/api/documents/${lease}/trail`)).body;
    expect(events.length).toBeGreaterThan(5);
    for (const { hash } of events) {
      const { bytes } = await ada.ask(`/api/log/proof/${hash}`, { headers: { cookie: '' } });
      expect(readLogProof(bytes.toString())).toBeDefined();
    }
    const unknown = await ada.ask(`/api/log/proof/${'0'.repeat(64)}`, { headers: { cookie: '' } });
    expect(unknown.status).toBe(404);
  });

  test('the log page is public and contains no personal data', async () => {
    for (const path of ['/log', '/api/log', '/api/log/checkpoint']) {
      const { status, bytes } = await ada.ask(path, { headers: { cookie: '' } });
      expect([path, status]).toEqual([path, 200]);
      expect(bytes.toString()).toContain((await log().newest())!.checkpoint.split('\n')[2]!);
      for (const name of [grace.email, grace.name, 'Ada Moreau', 'harbour.example', lease, ada.accountId])
        expect(bytes.toString()).not.toContain(name);
    }
  });

  test('the log page explains how to query this server', async () => {
    const { bytes } = await ada.ask('/log', { headers: { cookie: '' } });
    expect(bytes.toString()).toContain('curl -o log.json http://127.0.0.1:3000/api/log/since/SIZE');
  });

  test('includes only committed events, and never delays an action', async () => {
    const before = (await log().newest())!.size;
    const undone = inTransaction(database.db, async (tx) => {
      await tx
        .insertInto('log_waiting')
        .values({ hash: 'ab'.repeat(32) })
        .execute();
      // The log grows while another transaction is still open.
      expect(await log().grow()).toBe(false);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await log().grow();
    expect((await log().newest())!.size).toBe(before);
  });

  test('ten concurrent writers produce one tree', async () => {
    const { id } = await ada.prepare(sampleLease(1), [grace]);
    await ada.send(id);
    const { logSigner } = office.ports;
    const others = Array.from({ length: 10 }, () => openLog(database.db, logSigner!, office.now));
    await Promise.all(others.map((other) => other.grow()));
    await office.settled();
    while (await log().grow());
    expect(await findings()).toEqual([]);
    expect(await log().problem()).toBeUndefined();
  });

  test('not even the table owner can change the log', async () => {
    for (const table of tables.slice(1, 4)) {
      await expect(database.owner.query(`DELETE FROM ${table}`)).rejects.toThrow(/only grows/);
      await expect(database.owner.query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/only grows/);
    }
  });

  /** Mallory owns the database and can disable all triggers. Her changes are rolled back afterwards. */
  async function attacked<T>(deed: (tx: Tx) => Promise<void>, look: () => Promise<T>): Promise<T> {
    const keep = await Promise.all(
      tables.map((table) =>
        database.ownerDb
          .selectFrom(table as 'events')
          .selectAll()
          .execute(),
      ),
    );
    const unguarded = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
      await database.owner.query(tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`).join(';'));
      await inTransaction(database.ownerDb, work);
      await database.owner.query(tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER ALL`).join(';'));
    };
    await unguarded(deed);
    try {
      return await look();
    } finally {
      await unguarded(async (tx) => {
        for (const table of tables.toReversed()) await tx.deleteFrom(table as 'events').execute();
        for (const [index, table] of tables.entries())
          if (keep[index]!.length > 0)
            await tx
              .insertInto(table as 'events')
              .values(keep[index]!)
              .execute();
        await tx.deleteFrom('log_waiting').execute();
      });
    }
  }

  /** Moves all events of the document seven weeks back and rebuilds its chain. */
  async function rewrite(tx: Tx): Promise<void> {
    const rows = await tx
      .selectFrom('events')
      .select(['seq', 'body'])
      .where('document_id', '=', lease)
      .orderBy('seq')
      .execute();
    let prev = chainStart;
    for (const { seq, body } of rows) {
      const event = JSON.parse(body) as TrailEvent;
      const earlier = new Date(Date.parse(event.occurredAt) - 49 * 86_400_000);
      const chained = chainEvent({ ...event, occurredAt: earlier.toISOString(), prev }, sha256);
      await tx
        .updateTable('events')
        .set({ ...chained, prev_hash: prev, occurred_at: earlier })
        .where('document_id', '=', lease)
        .where('seq', '=', seq)
        .execute();
      prev = chained.hash;
    }
  }

  /** Rebuilds the log over the current events, ready to be signed with the real key. */
  async function rebuildLog(tx: Tx): Promise<void> {
    for (const table of ['log_anchors', 'log_heads', 'log_nodes', 'log_leaves', 'log_waiting'] as const)
      await tx.deleteFrom(table).execute();
    const events = await tx.selectFrom('events').select('hash').orderBy('id').execute();
    await tx.insertInto('log_waiting').values(events).execute();
  }

  test('the check of the database detects a rewritten trail', async () => {
    const found = await attacked(rewrite, () => findings());
    expect(found).toContainEqual(expect.stringContaining(`Event 1 of document ${lease} is not in the log`));
    expect(found).toContainEqual(expect.stringContaining('is missing'));
  });

  test('one sealed file or one email exposes an operator who rewrites, hashes and signs everything again', async () => {
    const held = await heads();
    const answers = await attacked(
      async (tx) => {
        await rewrite(tx);
        await rebuildLog(tx);
      },
      async () => {
        // Mallory also has the keys, and deletes the head in the data folder.
        const signer = office.ports.logSigner;
        if (!signer || 'problem' in signer) throw new Error('There is no key.');
        const mallorys = openLog(
          database.db,
          { ...signer, keptHead: async () => undefined, keepHead: async () => undefined },
          office.now,
        );
        while (await mallorys.grow());
        expect(await mallorys.problem()).toBeUndefined();
        // The check finds no error in the log itself: it is complete and signed with the right key.
        expect(await findings()).toEqual([]);
        return Promise.all(held.map((head) => since(readCheckpoint(head)!.size)));
      },
    );
    for (const [index, head] of held.entries())
      expect(await compareLog(head, answers[index]!)).toBe('rewritten');
  });

  test('the server detects the rewritten log by the head in its data folder and stops signing', async () => {
    const fresh = openLog(database.db, office.ports.logSigner!, office.now);
    const newest = (await log().newest())!.size;
    await attacked(
      async (tx) => {
        await rewrite(tx);
        await rebuildLog(tx);
      },
      async () => {
        await fresh.grow();
        expect((await fresh.newest())?.size ?? 0).toBeLessThan(newest);
        expect(await fresh.problem()).toMatch(/older than the newest head|was rewritten/);
        // The log itself is consistent. Only the head in the data folder differs.
        await fresh.look();
        expect(await fresh.problem()).toMatch(/older than the newest head|was rewritten/);
      },
    );
    await fresh.look();
    expect(await fresh.problem()).toBeUndefined();
  });

  test.for([
    [
      'its newest leaf is missing',
      `DELETE FROM log_leaves WHERE position = (SELECT max(position) FROM log_leaves)`,
    ],
    ['a leaf was replaced', `UPDATE log_leaves SET hash = repeat('0', 64) WHERE position = 2`],
    ['a node was replaced', `UPDATE log_nodes SET hash = repeat('0', 64) WHERE level = 1 AND position = 0`],
    ['a node is missing', 'DELETE FROM log_nodes WHERE level = 2 AND position = 0'],
    [
      'a head covers fewer leaves',
      `UPDATE log_heads SET checkpoint = (SELECT checkpoint FROM log_heads ORDER BY size LIMIT 1)`,
    ],
    ['a head is signed by another key', `UPDATE log_heads SET key = replace(key, '+', '+0')`],
  ])('the check reports when %s', async ([, statement]) => {
    const found = await attacked(
      async () => void (await database.owner.query(statement!)),
      () => findings(),
    );
    expect(found).not.toEqual([]);
  });

  test('the check of a truncated log reports how many events a head covers and how many remain', async () => {
    const found = await attacked(
      async () =>
        void (await database.owner.query(
          'DELETE FROM log_leaves WHERE position = (SELECT max(position) FROM log_leaves)',
        )),
      () => findings(),
    );
    expect(found.join()).toMatch(/A head was signed over \d+ events, and the log has \d+\./);
  });

  test('a request for a consistency proof that cannot be made returns 404, not a server error', async () => {
    const status = await attacked(
      async () => void (await database.owner.query('DELETE FROM log_nodes')),
      async () => (await ada.ask('/api/log/since/1', { headers: { cookie: '' } })).status,
    );
    expect(status).toBe(404);
  });

  longTest('a document is completed while the log is stopped, and its proof is available later', async () => {
    await log().halt('Mallory was here.');
    const { id } = await ada.signed(sampleLease(1), [grace]);
    expect((await ada.read(id)).status).toBe('completed');
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    const trust = await trustOf(office);
    const report = await verifyFile(bytes, trust);
    expect([report.verdict, report.log]).toEqual(['unknown-log', undefined]);
    expect(report.checks.at(-1)).toMatchObject({ findings: [{ code: 'log-proof-missing' }] });
    // The installation itself knows the document.
    const known = { knowsDocument: true, knowsLastEvent: true };
    expect(withInstallation(report, known, trust.logKeys!).verdict).toBe('genuine');
    expect((await ada.ask<{ isStalled: boolean }>('/api/log')).body.isStalled).toBe(true);
    await log().look();
    while (await log().grow());
    expect(await log().proofOf(report.story!.chainHead)).toBeDefined();
  });

  longTest(
    'an error found by one process stops all processes until a check succeeds, even after a restart',
    async () => {
      // A second process that serves requests with the same keys while the first one checks the log.
      const { dataDir, publicUrl } = office.product.services.config;
      const beside = await openOffice(database, {
        ports: { logSigner: await openLogKey(dataDir, publicUrl) },
        settings: { OPERATOR_EMAILS: 'olga@hosting.example' },
        working: false,
      });
      const olga = await beside.desk({ email: 'olga@hosting.example' });
      const logStatus = async () => [
        (await olga.ask<OperatorState>('/api/operator/state')).body.log.problem,
        (await olga.ask<{ isStalled: boolean }>('/api/log')).body.isStalled,
      ];
      const report = async () => {
        const { id } = await olga.prepare(sampleLease(1), [grace]);
        await olga.send(id);
        const [from, to] = [-1, 1].map((days) => new Date(beside.now() + days * 86_400_000).toISOString());
        const made = await olga.ask<Report>(`/api/reports/audit?format=json&from=${from}&to=${to}`);
        return made.body.documents.find((one) => one.id === id)!.logProof;
      };
      expect(await logStatus()).toEqual([null, false]);
      expect(await report()).not.toBeNull();

      await log().halt('Mallory was here.');
      const size = (await log().newest())!.size;
      expect(await logStatus()).toEqual(['Mallory was here.', true]);
      expect(await report()).toBeNull();
      expect(await openLog(database.db, office.ports.logSigner!, office.now).grow()).toBe(false);
      expect((await log().newest())!.size).toBe(size);

      await log().look();
      expect(await logStatus()).toEqual([null, false]);
      expect(await report()).not.toBeNull();
    },
  );

  test.for(['keptHead', 'keepHead'] as const)(
    'the operator is warned while the newest head cannot be stored in the key folder (%s)',
    async (act) => {
      const other = await openOffice(await open(), { working: false });
      const desk = await other.desk();
      await desk.prepare(sampleLease(1), [grace]);
      const { logSigner: signer } = other.ports;
      if (!signer || 'problem' in signer) throw new Error('There is no key.');
      let refused: string | undefined = act;
      const orRefuse = <T>(what: string, done: () => Promise<T>): Promise<T> =>
        what === refused
          ? Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }))
          : done();
      const { db } = other.ports.database;
      const shut = openLog(
        db,
        {
          ...signer,
          keptHead: () => orRefuse('keptHead', signer.keptHead),
          keepHead: (head) => orRefuse('keepHead', () => signer.keepHead(head)),
        },
        other.now,
      );
      await shut.grow();
      expect(await shut.problem()).toContain('read-only file system');
      refused = undefined;
      await shut.grow();
      expect(await shut.problem()).toBeUndefined();
      expect(await signer.keptHead()).toBe((await shut.newest())!.checkpoint);
    },
  );

  test('served proofs can be verified offline', async () => {
    const answer = JSON.parse(await since(3)) as ConsistencySince;
    const older = await database.db.selectFrom('log_heads').selectAll().orderBy('size').execute();
    const first = readCheckpoint(older[0]!.checkpoint)!;
    const proof = (JSON.parse(await since(first.size)) as ConsistencySince).consistency.map((hash) =>
      fromBase64(hash)!,
    );
    expect(await isConsistentWith(first, readCheckpoint(answer.checkpoint)!, proof, hashBytes)).toBe(true);
    expect(toHex(first.root)).toHaveLength(64);
  });
});
