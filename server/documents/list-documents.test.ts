import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentSummary } from '#contract/documents.ts';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const titles = ['Lease 1', 'Lease 2', '100% offer', 'Minutes', 'Lease 3'];

describeOnEveryDatabase('the list of documents', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    ada = await office.desk();
    for (const title of titles) await ada.upload(sampleLease(1), 'lease.pdf', title);
  });
  afterAll(() => office.close());

  const list = (query = '') => ada.ask<DocumentSummary[]>(`/api/documents${query}`);
  const titlesOf = ({ body }: { body: DocumentSummary[] }): string[] => body.map(({ title }) => title);

  test('is newest first, and pages follow each other without a gap or a repeat', async () => {
    const seen: string[] = [];
    let path: string | undefined = '?limit=2';
    for (let page = 0; path !== undefined && page < 10; page += 1) {
      const answer = await list(path);
      expect(Number(answer.headers['x-total-count'])).toBe(5);
      seen.push(...titlesOf(answer));
      const { link } = answer.headers;
      path = typeof link === 'string' ? /<\/api\/documents([^>]+)>; rel="next"/.exec(link)?.[1] : undefined;
    }
    expect(seen).toEqual(titles.toReversed());
  });

  test('is searched by a part of the title, whatever the case, and signs are only signs', async () => {
    expect(titlesOf(await list('?q=lEaSe'))).toEqual(['Lease 3', 'Lease 2', 'Lease 1']);
    expect(titlesOf(await list(`?q=${encodeURIComponent('0%')}`))).toEqual(['100% offer']);
    expect(titlesOf(await list('?q=_'))).toEqual([]);
    expect(Number((await list('?q=lease&limit=1')).headers['x-total-count'])).toBe(3);
  });

  test('is filtered by status, and counts what it shows', async () => {
    const other = await office.desk();
    const lease = await other.prepare(sampleLease(1), [grace]);
    await other.upload(sampleLease(1));
    await other.send(lease.id);
    const pending = await other.ask<DocumentSummary[]>('/api/documents?status=sent');
    expect(pending.body.map(({ id }) => id)).toEqual([lease.id]);
    expect(pending.body[0]).toMatchObject({
      recipientCount: 1,
      actingCount: 1,
      actedCount: 0,
      fieldCount: 1,
    });
    expect(Number(pending.headers['x-total-count'])).toBe(1);
    expect((await other.ask('/api/documents?status=completed')).body).toEqual([]);
  });

  test.for([
    ['rubbish', 'rubbish'],
    [
      'a day that never was',
      Buffer.from('2026-02-31 10:00:00+00 01a1f938-4c43-724d-947c-0b98aa946e00').toString('base64url'),
    ],
  ])('a cursor that is %s leads to the first page', async ([, cursor]) => {
    const answer = await list(`?cursor=${cursor}`);
    expect(answer.status).toBe(200);
    expect(titlesOf(answer)).toEqual(titles.toReversed());
  });
});
