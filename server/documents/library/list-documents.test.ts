import { sql } from 'kysely';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { documentSorts } from '#core/document/status.ts';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { fillAccount } from '#testing/fill-account.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { rowsMet } from '#testing/rows-met.ts';
import { listDocuments } from './list-documents.ts';
import { ofTitles, searchByRareTrigrams } from './rare-runs.ts';
import { startsQuery } from './starts-of-titles.ts';

const cursorOf = (sort: string, value: string) =>
  Buffer.from(JSON.stringify([sort, value, '01a1f938-4c43-724d-947c-0b98aa946e00'])).toString('base64url');

const nextOf = ({ headers: { link } }: Answer<unknown>) =>
  typeof link === 'string' ? /<\/api\/documents([^>]+)>; rel="next"/.exec(link)?.[1] : undefined;

const fold = (title: unknown) => String(title).toLowerCase();

const titles = ['Lease 1', 'Lease 2', '100% offer', 'Minutes', 'Lease 3'];

describeOnEveryDatabase('the list of documents', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    ada = await office.desk();
    for (const title of titles) await ada.upload(sampleLease(1), 'lease.pdf', title);
  });

  const list = (query = '', desk = ada) => desk.ask<DocumentSummary[]>(`/api/documents${query}`);
  const titlesOf = ({ body }: { body: DocumentSummary[] }): string[] => body.map(({ title }) => title);

  test('newest documents come first, and pages have no gaps or repeats', async () => {
    const seen: string[] = [];
    let path: string | undefined = '?limit=2';
    for (let page = 0; path !== undefined && page < 10; page += 1) {
      const answer = await list(path);
      expect(Number(answer.headers['x-total-count'])).toBe(5);
      seen.push(...titlesOf(answer));
      path = nextOf(answer);
    }
    expect(seen).toEqual(titles.toReversed());
  });

  test('the search finds substrings of titles, ignores case and has no wildcards', async () => {
    expect(titlesOf(await list('?q=lEaSe'))).toEqual(['Lease 3', 'Lease 2', 'Lease 1']);
    expect(titlesOf(await list(`?q=${encodeURIComponent('0%')}`))).toEqual(['100% offer']);
    expect(titlesOf(await list('?q=_'))).toEqual([]);
    expect(Number((await list('?q=lease&limit=1')).headers['x-total-count'])).toBe(3);
  });

  test('a status filter also applies to the count', async () => {
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

  test.for(documentSorts)('pages in the order %s have no gaps or repeats', async (sort) => {
    const desk = await sorted();
    const all = (await desk.ask<DocumentSummary[]>(`/api/documents?sort=${sort}`)).body;
    const seen: DocumentSummary[] = [];
    let path: string | undefined = `?sort=${sort}&limit=2`;
    for (let page = 0; path !== undefined && page < 10; page += 1) {
      const answer: Answer<DocumentSummary[]> = await desk.ask(`/api/documents${path}`);
      seen.push(...answer.body);
      path = nextOf(answer);
    }
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const by = (key: string) => all.map((row) => row[key as 'title']);
    const expected = {
      title: ['apple', 'Ärger', 'Berth', 'berth', 'Zone'],
      size: by('fileSize').toSorted((a, b) => Number(a) - Number(b)),
      status: ['draft', 'draft', 'draft', 'draft', 'sent'],
      created: by('createdAt').toSorted(),
    };
    const key = sort.replace('-', '') as keyof typeof expected;
    const shown = by({ title: 'title', size: 'fileSize', status: 'status', created: 'createdAt' }[key]);
    const wanted = sort.startsWith('-') ? expected[key].toReversed() : expected[key];
    if (key === 'title') expect(shown.map(fold)).toEqual(wanted.map(fold));
    else expect(shown).toEqual(wanted);
  });

  /** An account whose documents have different values in every sort column. */
  let made: Promise<Desk> | undefined;
  const sorted = () =>
    (made ??= (async () => {
      const desk = await office.desk();
      const lease = await desk.prepare(sampleLease(5), [grace]);
      await desk.put(`/api/documents/${lease.id}`, { title: 'Zone' });
      await desk.send(lease.id);
      for (const [at, title] of ['Ärger', 'berth', 'apple', 'Berth'].entries())
        await desk.upload(sampleLease(at + 1), 'lease.pdf', title);
      return desk;
    })());

  test('documents can be filtered by recipient, owner and day', async () => {
    const desk = await sorted();
    const found = async (query: string) => {
      const { body, headers } = await desk.ask<DocumentSummary[]>(`/api/documents?${query}`);
      expect(Number(headers['x-total-count'])).toBe(body.length);
      return titlesOf({ body }).length;
    };
    expect(await found('recipient=GRACE%40')).toBe(1);
    expect(await found('recipient=lindq')).toBe(1);
    expect(await found('recipient=%25')).toBe(0);
    expect(await found(`owner=${desk.userId}`)).toBe(5);
    expect(await found('owner=01a1f938-4c43-724d-947c-0b98aa946e00')).toBe(0);
    expect(await found('owner=me')).toBe(0);
    const now = new Date(office.now()).toISOString();
    expect(await found(`to=${now}`)).toBe(5);
    expect(await found(`from=${now}`)).toBe(0);
    expect(await found(`from=${new Date(office.now() - 3_600_000).toISOString()}&status=sent`)).toBe(1);
    expect((await desk.ask('/api/documents?from=yesterday')).status).toBe(400);
  });

  longTest('counts up to a limit and uses an index for every sort order', async () => {
    const desk = await office.desk();
    const { pool, owner } = office.ports.database;
    // Only the owner of a table can run ANALYZE in PostgreSQL.
    await fillAccount(owner, desk, 10_050);
    const { headers, body } = await desk.ask<DocumentSummary[]>('/api/documents?q=a');
    expect(body).toHaveLength(50);
    expect(headers).toMatchObject({ 'x-total-count': '1000', 'x-total-count-relation': 'at-least' });
    const some = await desk.ask(`/api/documents?to=${new Date(Date.now() + 60_000).toISOString()}`);
    expect(some.headers).toMatchObject({ 'x-total-count': '1000', 'x-total-count-relation': 'at-least' });
    await writeWhatFewHave(desk, pool);
    await findsWhatFewHave(desk);
    await asksForRareRuns(desk, owner);
    // With fresh statistics, rare words are looked up in the index first. The results do not change.
    await findsWhatFewHave(desk);
    await findsWhatComesLate(desk, pool);
    await findsWhatManyHaveUncounted(desk, pool);
    const all = await desk.ask('/api/documents');
    expect(all.headers['x-total-count']).toBe('10050');
    expect(all.headers['x-total-count-relation']).toBeUndefined();
    for (const [column, index] of [
      ['created_at', 'documents_newest'],
      ['title_key', 'documents_by_title'],
      ['status_rank', 'documents_by_rank'],
      ['original_size', 'documents_by_size'],
    ]) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT * FROM documents WHERE account_id = '${desk.accountId}' AND deleted_at IS NULL
          ORDER BY ${column} DESC, id DESC LIMIT 51`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
    }
  });

  async function writeWhatFewHave(desk: Desk, pool: pg.Pool): Promise<void> {
    const far = `account_id = '${desk.accountId}' AND title LIKE '%, 9___'`;
    await pool.query(
      `UPDATE documents SET title = 'Weiter über, ' || title WHERE ${far} AND title LIKE '%, 90__'`,
    );
    await pool.query(`UPDATE documents SET title = '契約 ' || title WHERE ${far} AND title LIKE '%, 91_0'`);
    await pool.query(`UPDATE recipients SET name = 'Ines Quill' WHERE account_id = '${desk.accountId}'
      AND document_id IN (SELECT id FROM documents WHERE ${far} AND title LIKE '%, 901_')`);
  }

  /**
   * Searches for words whose hits are beyond the scan windows, so that the word index finds them. Paging
   * continues correctly.
   */
  async function findsWhatFewHave(desk: Desk): Promise<void> {
    const found = async (query: string): Promise<[number, string | undefined, string[]]> => {
      const answer = await desk.ask<DocumentSummary[]>(`/api/documents?${query}`);
      expect(answer.headers['x-total-count-relation']).toBeUndefined();
      return [Number(answer.headers['x-total-count']), nextOf(answer), titlesOf(answer)];
    };
    for (const sort of ['-created', 'title']) {
      const [total, next, first] = await found(`q=${encodeURIComponent('ter über')}&sort=${sort}&limit=60`);
      expect([total, first.length]).toEqual([100, 60]);
      const [again, none, rest] = await found(next!.slice(1));
      expect([again, none, rest.length]).toEqual([100, undefined, 40]);
      expect(new Set([...first, ...rest]).size).toBe(100);
    }
    expect((await found(`q=${encodeURIComponent('契約')}`))[0]).toBe(10);
    expect((await found('q=zz'))[0]).toBe(0);
    expect((await found('q=nobody%20wrote%20this'))[0]).toBe(0);
    expect((await found('recipient=quill'))[0]).toBe(10);
    expect((await found('recipient=quill&q=90'))[0]).toBe(10);
    expect((await found('recipient=quill&q=lease'))[2].every((title) => title.includes('Lease'))).toBe(true);
    expect((await found('recipient=quill&status=completed'))[0]).toBe(4);
  }

  /**
   * With statistics, the query leaves out trigrams that half of the titles contain. The results do not
   * change.
   */
  async function asksForRareRuns(desk: Desk, owner: pg.Pool): Promise<void> {
    const { db } = office.product.services;
    const asksFor = async (run: string): Promise<boolean> => {
      const { keys } = await searchByRareTrigrams(db, desk.accountId, '契約 Lease', ofTitles);
      const sought = sql<{
        asked: boolean;
      }>`SELECT (${keys}) @> (search_keys(${desk.accountId}, ${run}))[1:1] AS asked`;
      return (await sought.execute(db)).rows[0]!.asked;
    };
    const hits = async () => (await desk.ask(`/api/documents?q=${encodeURIComponent('契約 Lease')}`)).headers;
    const before = await hits();
    await owner.query('ANALYZE documents, recipients');
    expect([await asksFor('契約 '), await asksFor('eas')]).toEqual([true, false]);
    expect(Number(before['x-total-count'])).toBeGreaterThan(1);
    expect((await hits())['x-total-count']).toBe(before['x-total-count']);
  }

  /**
   * Searches in title order. The search starts at the first prefix with hits, skips thousands of titles
   * before it, and misses no hit.
   */
  async function findsWhatComesLate(desk: Desk, pool: pg.Pool): Promise<void> {
    for (const [sort, direction] of [
      ['title', 'ASC'],
      ['-title', 'DESC'],
    ] as const) {
      const { rows } = await pool.query<{ title: string }>(
        `SELECT title FROM documents WHERE account_id = '${desk.accountId}' AND title LIKE '%renewal%'
          ORDER BY title_key ${direction}, id ${direction} LIMIT 120`,
      );
      const seen: string[] = [];
      let path = `?q=renewal&sort=${sort}&limit=40`;
      for (let page = 0; page < 3; page += 1) {
        const answer = await list(path, desk);
        expect(answer.headers['x-total-count-relation']).toBe('at-least');
        seen.push(...titlesOf(answer));
        path = nextOf(answer)!;
      }
      expect(seen).toEqual(rows.map(({ title }) => title));
      const sought = {
        accountId: desk.accountId,
        title: 'renewal',
        down: sort === '-title',
        from: undefined,
      };
      expect(await rowsMet(office.product.services.db, startsQuery(sought))).toBeLessThan(2_000);
    }
    const none = await list('?q=lease%20resolution&sort=title', desk);
    expect([none.headers['x-total-count'], none.headers['x-total-count-relation']]).toEqual(['0', undefined]);
    // A renamed document is found only by its new words, and a document in the bin is not found.
    const { body } = await desk.upload(sampleLease(1), 'lease.pdf', 'Zwischenbericht');
    await desk.put(`/api/documents/${body.id}`, { title: 'Quittungen' });
    const found = async (q: string) => titlesOf(await list(`?q=${q}&sort=title`, desk));
    expect([await found('Zwischen'), await found('quittung')]).toEqual([[], ['Quittungen']]);
    await desk.delete(`/api/documents/${body.id}`);
    expect(await found('quittung')).toEqual([]);
  }

  /**
   * Searches for words that the planner considers rare, because its statistics are outdated, although
   * thousands of titles contain them. The newest come first.
   */
  async function findsWhatManyHaveUncounted(desk: Desk, pool: pg.Pool): Promise<void> {
    await pool.query(`UPDATE documents SET title = 'Zweitschrift, ' || title
      WHERE account_id = '${desk.accountId}' AND title ~ ', [345]\\d{3}$'`);
    const { db } = office.product.services;
    const sought = await searchByRareTrigrams(db, desk.accountId, 'zweitschrift', ofTitles);
    expect(sought.share).toBeLessThan(0.05);
    const { rows } = await pool.query<{ title: string }>(
      `SELECT title FROM documents WHERE account_id = '${desk.accountId}' AND title LIKE 'Zweitschrift%'
        ORDER BY created_at DESC, id DESC`,
    );
    expect(rows.length).toBeGreaterThan(2_000);
    const all = rows.map(({ title }) => title);
    for (const [sort, inOrder] of [
      ['-created', all],
      ['created', all.toReversed()],
    ] as const) {
      const answer = await list(`?q=zweitschrift&limit=100&sort=${sort}`, desk);
      expect(titlesOf(answer)).toEqual(inOrder.slice(0, 100));
      expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(100);
    }
  }

  /**
   * Each change happens between the search and reading its results. The page size is two, and one more row is
   * read ahead.
   */
  test.for([
    ['one document of a page goes to the bin', '-created', { deleted_at: new Date() }, [5], [6, 4, 3, 2, 1]],
    ['all documents of a page go to the bin', '-created', { deleted_at: new Date() }, [6, 5, 4], [3, 2, 1]],
    ['the last document of a page is renamed', 'title', { title: 'Lease 9' }, [2], [1, 9, 3, 4, 5, 6, 9]],
  ] as const)('a search still reaches the end while %s', async ([, sort, change, whose, expected]) => {
    const desk = await office.desk();
    const titled = (at: number) => `Lease ${at}`;
    for (const at of [1, 2, 3, 4, 5, 6]) await desk.upload(sampleLease(1), 'lease.pdf', titled(at));
    const { db } = office.product.services;
    let changed = false;
    const busy = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const mine = db.updateTable('documents').set(change).where('account_id', '=', desk.accountId);
        // The first query looks for an external ID and finds none.
        if (!changed && result.rows.length > 0) {
          await mine.where('title', 'in', whose.map(titled)).execute();
          changed = true;
        }
        return result;
      },
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page === 0 || (cursor && page < 10); page += 1) {
      const listing = await listDocuments(busy, desk.accountId, { q: 'lease', sort, cursor, limit: 2 });
      seen.push(...listing.rows.map(({ document }) => document.title));
      cursor = listing.next ?? undefined;
    }
    expect(seen).toEqual(expected.map(titled));
  });

  test.for([
    ['rubbish', 'rubbish'],
    ['of another order', cursorOf('title', 'lease')],
    ['an impossible day', cursorOf('-created', '2026-02-31 10:00:00+00')],
    ['not a time', cursorOf('-created', "now'")],
  ])('an invalid cursor (%s) returns the first page', async ([, cursor]) => {
    const answer = await list(`?cursor=${cursor}`);
    expect(answer.status).toBe(200);
    expect(titlesOf(answer)).toEqual(titles.toReversed());
  });
});
