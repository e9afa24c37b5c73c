import { beforeAll, expect, test } from 'vitest';
import type { BulkDetail, BulkPreview } from '#contract/documents/bulk.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { printDay } from '#core/formats/day.ts';
import { dateFormats, type DateFormat } from '#core/formats/formats.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const dayFirst = { dateFormat: 'dd/MM/yyyy', day: '2026-04-03' } as const;
const monthFirst = { dateFormat: 'MM/dd/yyyy', day: '2026-03-04' } as const;

describeOnOneDatabase('date fields in a bulk send', (open) => {
  let office: Office;
  let ada: Desk;
  let templateId: string;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    const draft = await ada.prepare(sampleLease(), [grace], ([recipientId]) => [
      { type: 'signature', page: 1, x: 72, y: 200, width: 190, height: 50, recipientId },
      { type: 'dateEntry', label: 'Start', page: 1, x: 72, y: 120, width: 190, height: 26, recipientId },
    ]);
    const made = await ada.post<TemplateDetail>('/api/templates', {
      name: 'Lease',
      description: 'A berth',
      category: 'Legal',
      documentId: draft.id,
    });
    templateId = made.body.id;
  });

  const csvOf = (cells: string[]) =>
    `Signer 1 name;Signer 1 email;Start\n${cells.map((cell, at) => `Grace;grace${at}@harbour.example;"${cell}"\n`).join('')}`;
  const preview = async (cells: string[], dateFormat: DateFormat) =>
    (
      await ada.post<BulkPreview>(`/api/templates/${templateId}/bulk/preview`, {
        csv: csvOf(cells),
        formats: { dateFormat },
      })
    ).body;

  test.each(dateFormats)(
    'the preview reads dates in the format %s and asks about ambiguous ones',
    async (format) => {
      const good = ['2026-11-27', printDay('2026-04-03', format), '27.11.2026', '11/27/2026'];
      const seen = await preview([...good, '03-04-2026', '03/04/2026', 'next week'], format);
      const isOwn = format === dayFirst.dateFormat || format === monthFirst.dateFormat;
      // A format with slashes has a fixed order, in which 27 is not a month.
      const wrong = { 'dd/MM/yyyy': ['11/27/2026'] }[format as string] ?? [];
      const refused = [...wrong, '03-04-2026', ...(isOwn ? [] : ['03/04/2026']), 'next week'];
      expect(seen.problems.map(({ parameters }) => parameters?.['value'])).toEqual(refused);
      expect(seen.good).toBe(7 - refused.length);
      const [ambiguous] = seen.problems.filter(({ parameters }) => parameters?.['value'] === '03-04-2026');
      expect(ambiguous).toMatchObject({
        code: 'field-incomplete',
        detail: expect.stringContaining('could be 2026-04-03 or 2026-03-04') as string,
        parameters: { reason: 'ambiguous-date', label: 'Start', first: '2026-04-03', second: '2026-03-04' },
      });
    },
  );

  test('a date is refused if the form of its field would read it as another day', async () => {
    const draft = await ada.prepare(sampleLease(), [grace], ([recipientId]) => [
      { type: 'signature', page: 1, x: 72, y: 200, width: 190, height: 50, recipientId },
      {
        type: 'dateEntry',
        label: 'Start',
        page: 1,
        x: 72,
        y: 120,
        width: 190,
        height: 26,
        recipientId,
        properties: { dateFormat: 'MM/dd/yyyy' },
      },
    ]);
    const words = { name: 'Form', description: 'A form', category: 'Legal', documentId: draft.id };
    const { body } = await ada.post<TemplateDetail>('/api/templates', words);
    const seen = await ada.post<BulkPreview>(`/api/templates/${body.id}/bulk/preview`, {
      csv: csvOf(['03/04/2026', '2026-04-03', '27/11/2026', '04/04/2026']),
      formats: { dateFormat: 'dd/MM/yyyy' },
    });
    expect(seen.body.problems.map(({ parameters }) => parameters?.['value'])).toEqual([
      '03/04/2026',
      '27/11/2026',
    ]);
  });

  test.each([dayFirst, monthFirst])(
    'documents in $dateFormat contain the date from the row',
    async ({ dateFormat, day }) => {
      const begun = await ada.post<BulkDetail>(`/api/templates/${templateId}/bulk`, {
        id: newId(Date.now()),
        fileName: 'rows.csv',
        formats: { dateFormat },
        sendRepeated: true,
        csv: csvOf(['03/04/2026']),
      });
      expect(begun.body).toMatchObject({ counts: { refused: 0 } });
      await office.settled();
      const listed = await ada.ask<{ id: string }[]>('/api/documents?limit=1');
      const document = await ada.read(listed.body[0]!.id);
      expect(document.formats?.dateFormat).toBe(dateFormat);
      const [field] = document.signatureFields.filter(({ type }) => type === 'dateEntry');
      expect(field?.properties?.value).toBe(day);
    },
  );
});
