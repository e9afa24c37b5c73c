import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentDetail, DocumentSummary, RecipientInput } from '#contract/documents/documents.ts';
import type { SeveralAnswer } from '#contract/documents/library.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('actions on a selection of documents', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
  });
  beforeEach(async () => {
    ada = await office.desk();
  });

  async function out(people: RecipientInput[] = [grace], send: object = {}): Promise<DocumentDetail> {
    const draft = await ada.prepare(sampleLease(1), people);
    const { status, body } = await ada.send(draft.id, { ...send });
    expect(status, JSON.stringify(body)).toBe(200);
    await office.settled();
    return body;
  }
  const several = (act: string, body: object, by = ada) =>
    by.post<SeveralAnswer>(`/api/documents/${act}`, body);
  const codesOf = ({ refused }: SeveralAnswer) =>
    Object.fromEntries(refused.map(({ id, code }) => [id, code]));

  test('a bulk reminder reminds where possible, and gives a reason for each other document', async () => {
    const draft = (await ada.upload(sampleLease(1))).body;
    const [one, other, done] = [await out(), await out([grace, linus]), await out()];
    await ada.signer(grace.email).sign();
    await office.settled();
    office.post.mails.length = 0;
    const stranger = await office.desk();
    const foreign = (await stranger.upload(sampleLease(1))).body;
    const ids = [one.id, draft.id, other.id.toUpperCase(), done.id, foreign.id, one.id, 'none'];
    const { status, body } = await several('remind', { ids });
    expect([status, body.done]).toEqual([200, [one.id, other.id]]);
    expect(codesOf(body)).toEqual({
      [draft.id]: 'document-not-sent',
      [done.id]: 'document-completed',
      [foreign.id]: 'not-found',
      none: 'not-found',
    });
    await office.settled();
    expect(office.post.mails.map(({ to }) => to.address)).toHaveLength(3);
    expect(codesOf((await several('remind', { ids: [one.id] })).body)).toEqual({
      [one.id]: 'reminder-too-soon',
    });
  });

  test('a selection can be extended or voided, and voiding requires a reason', async () => {
    const [one, other] = [
      await out([grace], { expirationDays: 5 }),
      await out([grace], { expirationDays: 90 }),
    ];
    const extended = await several('extend', { ids: [one.id, other.id], days: 30 });
    expect(extended.body).toMatchObject({
      done: [one.id],
      refused: [{ id: other.id, code: 'expiration-invalid' }],
    });
    const ids = [one.id, other.id];
    expect((await several('void', { ids, reason: ' ' })).body).toMatchObject({ code: 'reason-missing' });
    expect((await several('void', { ids, reason: 'The berth is let.' })).body.done).toEqual(ids);
    expect((await ada.read(other.id)).status).toBe('voided');
    expect(codesOf((await several('void', { ids, reason: 'Again' })).body)).toEqual({
      [one.id]: 'document-voided',
      [other.id]: 'document-voided',
    });
    const tooMany = Array.from({ length: 101 }, () => one.id);
    expect((await several('remind', { ids: tooMany })).status).toBe(400);
  });

  test('documents in other members’ private folders are not found, and viewers cannot change anything', async () => {
    const { body: folder } = await ada.post<{ id: string }>('/api/folders', { name: 'Board', private: true });
    const document = await out();
    await ada.post('/api/documents/move', { ids: [document.id], folderId: folder.id });
    const member = await office.colleague(ada, { role: 'member', email: 'hana@harbour.example' });
    const act = { ids: [document.id], reason: 'Taken', days: 300 };
    for (const name of ['remind', 'extend', 'void'] as const) {
      const { ids, reason, days } = act;
      const body = { ids, ...(name === 'void' && { reason }), ...(name === 'extend' && { days }) };
      expect(codesOf((await several(name, body, member)).body)).toEqual({ [document.id]: 'not-found' });
      const viewer = await office.colleague(ada, { role: 'viewer', email: 'vera@harbour.example' });
      expect((await several(name, body, viewer)).status).toBe(403);
    }
    expect((await ada.read(document.id)).status).toBe('sent');
  });

  test('documents that are waiting for others or expire soon can be listed and counted', async () => {
    const own = { name: 'Ada Moreau', email: 'ADA@harbour.example' };
    const [soon, mine, both] = [
      await out([grace], { expirationDays: 5 }),
      await out([own]),
      await out([own, linus], { signingOrder: 'parallel' }),
    ];
    const listed = async (query: string) => {
      const { status, body, headers } = await ada.ask<DocumentSummary[]>(`/api/documents?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(Number(headers['x-total-count'])).toBe(body.length);
      return body.map(({ id }) => id);
    };
    expect(await listed('waitingForOthers=true')).toEqual([both.id, soon.id]);
    expect(await listed('expiresWithinDays=7')).toEqual([soon.id]);
    expect(await listed('expiresWithinDays=7&waitingForOthers=true&q=lease')).toEqual([soon.id]);
    expect(await listed('waitingForOthers=false')).toEqual([both.id, mine.id, soon.id]);
    const { db } = office.ports.database;
    for (const days of [-1, 8]) {
      const expires_at = new Date(office.now() + days * 86_400_000);
      await db.updateTable('documents').set({ expires_at }).where('id', '=', soon.id).execute();
      expect(await listed('expiresWithinDays=7')).toEqual([]);
    }
  });
});
