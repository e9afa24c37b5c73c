import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { AnswerRow } from '#contract/documents/answers.ts';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import { readCsv } from '#core/csv/read-csv.ts';
import { plainCell } from '#core/csv/write-csv.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

/** Returns the cells of a worksheet row by column, with the texts that the CSV file has. */
function cellsIn(row: string): Map<number, string> {
  const cells = [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs)];
  return new Map(cells.map(([, name, kind, content]) => [columnAt(name!), cellIn(kind!, content!)]));
}

/** Converts a time from the CSV file, which has a 'Z' in UTC and a space otherwise. */
const asInSheet = (cell: string) =>
  plainCell(cell)
    .replace(/^1250\.50$/, '1250.5')
    .replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)Z?$/, '$1T$2');

const columnAt = (name: string) =>
  [...name].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function cellIn(kind: string, content: string): string {
  const text = content
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  if (kind.includes('t="b"')) return String(text === '1');
  const isDay = kind.includes('s="2"');
  if (!isDay && !kind.includes('s="3"')) return text;
  const time = new Date((Number(text) - 25_569) * 86_400_000 + 0.5).toISOString();
  return time.slice(0, isDay ? 10 : 19);
}

const halfAnHour = 1_800_000;

describeOnOneDatabase('answers of a template', (open) => {
  let office: Office;
  let ada: Desk;
  let template: string;
  let sent: SentDocumentView[];
  beforeAll(async () => {
    office = await openOffice(await open(), { startsAt: Date.UTC(2026, 10, 27, 22, 45) });
    ada = await office.desk();
    template = (await leaseTemplate(ada)).id;
    sent = [];
    for (const company of ['=SUM(A1:A9)', 'Harbour & "Sons" <AG>']) {
      const { body } = await ada.post<SentDocumentView>(`/api/templates/${template}/send`, {
        recipients: [
          { role: 'Tenant', ...grace },
          { role: 'Landlord', ...linus },
        ],
        signingOrder: 'parallel',
        title: company,
        formats: { timeZone: 'Asia/Tokyo', dateFormat: 'dd.MM.yyyy' },
        values: { Payment: 'Monthly' },
        ...(sent.length === 1 && { externalId: 'HR-1', metadata: { department: 'R&D' } }),
      });
      expect(body).toMatchObject({ status: 'sent' });
      await office.settled();
      const idOf = (label: string) => body.recipients[0]!.fields.find((field) => field.label === label)!.id;
      const entered = { Company: company, Rent: '1250.50', Start: '2026-12-01', Parking: true };
      const fields = Object.entries(entered).map(([label, value]) => ({ id: idOf(label), value }));
      expect((await ada.signer(grace.email).sign({ fields })).status).toBe(200);
      sent.push(body);
      office.wait(halfAnHour);
    }
    expect((await ada.signer(linus.email).sign({ fields: [] })).status).toBe(200);
    await office.settled();
  }, 120_000);

  const path = () => `/api/templates/${template}/answers`;
  const csvOf = async (query = '', desk = ada) => {
    const { bytes, status } = await desk.ask(`${path()}?format=csv${query}`);
    expect(status).toBe(200);
    return readCsv(bytes.toString('utf8'), { maxRows: 99, maxCells: 9999 }).rows.map(({ cells }) => cells);
  };

  test('the CSV file has one row per document, one column per question, and no cell that is a formula', async () => {
    const [heads, first, second, ...more] = await csvOf();
    expect(more).toEqual([]);
    expect(heads).toEqual([
      ...['Document', 'Title', 'Status', 'Sent (UTC)', 'Completed (UTC)', 'Completed', 'Time zone'],
      ...['External ID', 'metadata[department]'],
      ...['Recipient 1 name', 'Recipient 1 email', 'Recipient 1 status'],
      ...['Recipient 2 name', 'Recipient 2 email', 'Recipient 2 status'],
      ...['Company', 'Rent', 'Start', 'Term', 'Parking', 'Payment', 'Company 2', 'Reference'],
    ]);
    const { completedAt } = await ada.read(sent[1]!.id);
    expect(completedAt).toMatch(/^2026-11-27T23:45/);
    expect(second).toEqual([
      ...[
        sent[1]!.id,
        'Harbour & "Sons" <AG>',
        'completed',
        expect.stringMatching(/^2026-11-27T23:15:\d\dZ$/),
      ],
      ...[`${completedAt!.slice(0, 19)}Z`, expect.stringMatching(/^2026-11-28 08:45:\d\d$/), 'Asia/Tokyo'],
      ...['HR-1', 'R&D'],
      ...[grace.name, grace.email, 'signed', linus.name, linus.email, 'signed'],
      ...['Harbour & "Sons" <AG>', '1250.50', '2026-12-01', '', 'true', 'Monthly', '', 'B-1'],
    ]);
    expect(first!.slice(2, 7)).toEqual(['sent', expect.any(String), '', '', 'Asia/Tokyo']);
    const { bytes } = await ada.ask(`${path()}?format=csv`);
    expect(bytes.toString('utf8')).toContain(`"'=SUM(A1:A9)"`);
  });

  test('JSON is returned in pages, with a cursor in the Link header', async () => {
    const pages: AnswerRow[][] = [];
    let next: string | undefined = `${path()}?limit=1`;
    while (next !== undefined) {
      const { body, headers }: { body: AnswerRow[]; headers: Record<string, unknown> } = await ada.ask(next);
      pages.push(body);
      next = /<([^>]+)>; rel="next"/.exec(typeof headers['link'] === 'string' ? headers['link'] : '')?.[1];
    }
    expect(pages.map((rows) => rows.map(({ document }) => document?.id))).toEqual(sent.map(({ id }) => [id]));
    const [row] = pages[1]!;
    expect(row!.recipients.map(({ name, status }) => [name, status])).toEqual([
      [grace.name, 'signed'],
      [linus.name, 'signed'],
    ]);
    expect(row!.values.map(({ label, value, state }) => [label, value, state])).toEqual([
      ['Company', 'Harbour & "Sons" <AG>', 'signed'],
      ['Rent', '1250.50', 'signed'],
      ['Start', '2026-12-01', 'signed'],
      ['Parking', true, 'signed'],
      ['Payment', 'Monthly', 'signed'],
      ['Reference', 'B-1', 'signed'],
    ]);
  });

  test('a period selects documents by the time they were sent', async () => {
    const idsOf = async (query: string) => (await csvOf(query)).slice(1).map(([id]) => id);
    const [one, other] = sent.map(({ id }) => id);
    expect(await idsOf('&from=2026-11-27T23:00:00Z')).toEqual([other]);
    expect(await idsOf('&to=2026-11-27T23:00:00Z')).toEqual([one]);
    expect(await idsOf('&from=2026-11-27&to=2026-11-28')).toEqual([one, other]);
    expect(await csvOf('&from=2026-11-28')).toHaveLength(1);
    expect((await ada.ask(`${path()}?from=yesterday`)).status).toBe(400);
  });

  test('the workbook has the same cells as the CSV file, with typed numbers and times', async () => {
    const { bytes, headers } = await ada.ask(`${path()}?format=xlsx`);
    expect(headers['content-disposition']).toBe('attachment; filename="answers.xlsx"');
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
    const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) => cellsIn(row!));
    const csv = await csvOf();
    const width = csv[0]!.length;
    expect(rows.map((cells) => Array.from({ length: width }, (_, at) => cells.get(at) ?? ''))).toEqual(
      csv.map((cells) => cells.map(asInSheet)),
    );
  });

  test('other accounts and keys without documents:read get no answers, and no one gets them after deletion', async () => {
    const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
    expect((await mallory.ask(path())).status).toBe(404);
    const keyWith = async (mode: 'live' | 'test', scope: string) => {
      const body = { name: 'HR', mode, scopes: [scope] };
      return ada.program((await ada.post<NewKeyAnswer>('/api/keys', body)).body.secret);
    };
    expect(await (await keyWith('live', 'templates:read')).ask(path())).toMatchObject({ status: 403 });
    expect((await (await keyWith('live', 'documents:read')).ask<AnswerRow[]>(path())).body).toHaveLength(2);
    expect((await (await keyWith('test', 'documents:read')).ask(path())).body).toEqual([]);
    expect((await ada.delete(`/api/documents/${sent[1]!.id}`)).status).toBe(204);
    expect((await csvOf()).slice(1).map(([id]) => id)).toEqual([sent[0]!.id]);
  });
});
