import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrailEventView } from '#contract/documents/documents.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { lockEvenInBin } from '../../records/document-store.ts';
import { lockMembership } from '../../records/member.ts';

describe('removing Hana while one of her actions runs', () => {
  let office: Office;
  let ada: Desk;
  let hana: Desk;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
  });
  beforeEach(async () => {
    ada = await office.desk();
    hana = await office.colleague(ada, { role: 'member', firstName: 'Hana', email: 'hana@harbour.example' });
  });

  const remove = () => ada.post(`/api/team/members/${hana.userId}/remove`);
  /** Waits until this many database sessions are blocked by a lock. */
  const waiting = (sessions: number) =>
    expect
      .poll(
        async () => {
          const { rowCount } = await office.ports.database.pool.query(
            `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted`,
          );
          return rowCount;
        },
        { timeout: 20_000 },
      )
      .toBe(sessions);

  /** Locks a document as any action on it does. Returns a function that releases the lock. */
  async function hold(id: string): Promise<() => Promise<void>> {
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const over = inTransaction(office.ports.database.db, async (tx) => {
      await lockEvenInBin(tx, ada.accountId, id);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    return () => (release.resolve(), over);
  }

  test('the time of removal is later than everything sent in Hana’s name', async () => {
    const { services } = office.product;
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sending = inTransaction(services.db, async (tx) => {
      await lockMembership(tx, hana, 'document.send', services);
      locked.resolve();
      await release.promise;
      return office.now();
    });
    await locked.promise;
    const removed = remove();
    await waiting(1);
    office.wait(60_000);
    release.resolve();
    const sentAt = await sending;
    expect((await removed).status).toBe(204);
    const row = services.db.selectFrom('users').select('removed_at').where('id', '=', hana.userId);
    expect((await row.executeTakeFirstOrThrow()).removed_at!.getTime()).toBeGreaterThanOrEqual(sentAt);
  });

  /** Returns all columns except the owner. */
  const stored = async (id: string) => {
    const { created_by: _owner, ...row } = await office.ports.database.db
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row;
  };
  const lastEvents = async (id: string) => {
    await ada.post('/api/bin/restore', { ids: [id] });
    const { events } = (await ada.ask<{ events: TrailEventView[] }>(`/api/documents/${id}/trail`)).body;
    return events.slice(-1).map(({ type }) => type);
  };

  const draft = async () => (await hana.upload(sampleLease(1))).body.id;
  const out = async () => (await hana.sent(sampleLease(1), [grace])).id;
  const binned = async () => {
    const id = await draft();
    await hana.delete(`/api/documents/${id}`);
    return id;
  };
  type Act = (id: string) => Promise<Pick<Answer, 'status' | 'body'>>;
  const proposed = async (): Promise<[string, Act]> => {
    const id = await out();
    const asked = { act: 'void', documentId: id, reason: 'It was mine' };
    const { body } = await hana.post<{ id: string; fingerprint: string }>('/api/proposals', asked);
    const { fingerprint } = body;
    return [id, () => hana.post(`/api/proposals/${body.id}/confirm`, { fingerprint })];
  };
  const inFolder = async (): Promise<[string, Act]> => {
    const id = await draft();
    const { body: folder } = await hana.post<{ id: string }>('/api/folders', { name: 'Leases' });
    await hana.post('/api/documents/move', { ids: [id], folderId: folder.id });
    return [id, () => hana.delete(`/api/folders/${folder.id}?contents=bin`)];
  };
  const on =
    (made: () => Promise<string>, act: Act): (() => Promise<[string, Act]>) =>
    async () => [await made(), act];

  test.each<[string, () => Promise<[string, Act]>]>([
    ['void', on(out, (id) => hana.post(`/api/documents/${id}/void`, { reason: 'It was mine' }))],
    ['void by a proposal', proposed],
    ['rename', on(draft, (id) => hana.put(`/api/documents/${id}`, { title: 'Mine' }))],
    ['change recipients', on(draft, (id) => hana.put(`/api/documents/${id}/recipients`, [{ ...grace }]))],
    [
      'replace the file',
      on(draft, (id) => {
        const file = multipartForm([{ name: 'other.pdf', bytes: sampleLease(2) }]);
        return hana.ask(`/api/documents/${id}/file`, { method: 'PUT', ...file });
      }),
    ],
    ['delete', on(draft, (id) => hana.delete(`/api/documents/${id}`))],
    ['delete several', on(draft, (id) => hana.post('/api/documents/delete', { ids: [id] }))],
    ['delete with its folder', inFolder],
    ['move', on(draft, (id) => hana.post('/api/documents/move', { ids: [id], folderId: null }))],
    ['restore from the bin', on(binned, (id) => hana.post('/api/bin/restore', { ids: [id] }))],
    ['delete permanently', on(binned, (id) => hana.post('/api/bin/purge', { ids: [id] }))],
    ['empty the bin', on(binned, () => hana.delete('/api/bin'))],
  ])('the action is refused and leaves the document unchanged with the heir: %s', async (_, prepare) => {
    const [id, act] = await prepare();
    await office.settled();
    const before = await stored(id);
    const release = await hold(id);
    const removing = remove();
    await waiting(1);
    const acting = act(id);
    await waiting(2);
    await release();
    expect((await removing).status).toBe(204);
    expect(await acting).toMatchObject({ status: 403, body: { code: 'not-permitted' } });
    expect(await stored(id)).toEqual(before);
    expect(await lastEvents(id)).toEqual(['document_handed_over']);
  });
});
