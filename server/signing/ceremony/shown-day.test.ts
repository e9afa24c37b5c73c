import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { addDays, printDay } from '#core/formats/day.ts';
import { dateFormats, type DateFormat } from '#core/formats/formats.ts';
import { languages } from '#core/language/language.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk, Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { casesOfRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const withoutPoppler = missingTools('pdftotext').length > 0;
const minute = 60_000;

const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata'];
const signers = ['a recipient', 'the sender', 'a delegate', 'the person of a template'] as const;

/** Every language in every time zone. The ways to sign, and the formats, alternate. */
const cases = languages.flatMap((language, row) =>
  zones.map((timeZone, column) => ({
    language,
    timeZone,
    by: signers[(row + column) % signers.length]!,
    dateFormat: dateFormats[(row * zones.length + column) % dateFormats.length]!,
  })),
);

const fieldsOf = ([recipientId]: string[]): FieldInput[] => [
  { type: 'signature', page: 1, x: 20, y: 20, width: 150, height: 40, recipientId },
  { type: 'date', page: 1, x: 20, y: 80, width: 200, height: 26, recipientId },
  {
    type: 'dateEntry',
    label: 'Start',
    page: 1,
    x: 20,
    y: 120,
    width: 200,
    height: 26,
    recipientId,
    properties: { earliest: 'signing', latest: 'signing' },
  },
];

type Formats = { timeZone: string; dateFormat: DateFormat };

describeOnOneDatabase('the date shown to signers', (open) => {
  let office: Office;
  let accounts = 0;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  /** Moves the clock to half an hour before the next midnight in a time zone. */
  function goToEvening(timeZone: string) {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    const start = Math.ceil(office.now() / (30 * minute)) * 30 * minute;
    const moments = Array.from({ length: 60 }, (_, at) => start + at * 30 * minute);
    office.wait(moments.find((at) => clock.format(at) === '23:30')! - office.now());
  }

  async function templateDocument(ada: Desk, formats: Formats): Promise<string> {
    const draft = await ada.prepare(sampleLease(), [grace], fieldsOf);
    const words = { name: 'Lease', description: 'A berth', category: 'Legal' };
    const { body } = await ada.post<TemplateDetail>('/api/templates', { ...words, documentId: draft.id });
    await ada.put(`/api/templates/${body.id}`, { ...words, formats });
    const recipients = [{ roleId: body.roles[0]!.id, email: grace.email, name: grace.name }];
    return (await ada.post<{ id: string }>(`/api/templates/${body.id}/use`, { recipients })).body.id;
  }

  /** Sends a document with these formats and returns its only signer. */
  async function sentFor(
    by: (typeof signers)[number],
    formats: Formats,
  ): Promise<{ ada: Desk; id: string; signer: Signer }> {
    const email = `ada-${(accounts += 1)}@harbour.example`;
    const ada = await office.desk({ email });
    await ada.patch('/api/team', {
      formats: { timeZone: 'UTC', dateFormat: 'yyyy-MM-dd', numberFormat: '1234.56' },
    });
    const isTemplate = by === 'the person of a template';
    const first = by === 'the sender' ? { name: 'Ada Moreau', email } : grace;
    const id = isTemplate
      ? await templateDocument(ada, formats)
      : (await ada.prepare(sampleLease(), [first], fieldsOf)).id;
    const request = isTemplate ? {} : { formats, allowDelegation: true };
    expect((await ada.send(id, request)).status).toBe(200);
    await office.settled();
    if (by !== 'a delegate') return { ada, id, signer: ada.signer(first.email) };
    const passed = await ada.signer(grace.email).delegate({ ...linus, reason: 'On leave' });
    expect(passed.status).toBe(204);
    await office.settled();
    return { ada, id, signer: ada.signer(linus.email) };
  }

  test.each(casesOfRun(cases, 3))(
    'prints the date that was shown for $by in $language, $timeZone, as $dateFormat',
    async ({ by, language, ...formats }) => {
      goToEvening(formats.timeZone);
      const { ada, id, signer } = await sentFor(by, formats);
      const evening = (await signer.view(language)).body;
      const entry = evening.fields.find(({ type }) => type === 'dateEntry')!;
      const tomorrow = addDays(evening.signingDay.day, 1);
      const sign = (shown: typeof evening, start: string) =>
        signer.sign({
          locale: language,
          signingDay: shown.signingDay.day,
          shownSha256: shown.document.shownSha256,
          fields: [{ id: entry.id, value: start }],
        });
      // Date limits are relative to the signing day shown on the page.
      expect((await sign(evening, tomorrow)).body).toMatchObject({ parameters: { reason: 'too-late' } });
      office.wait(45 * minute);
      expect((await sign(evening, tomorrow)).body).toMatchObject({ code: 'signing-day-changed' });

      const morning = (await signer.view(language)).body;
      expect(morning.signingDay).toMatchObject({ day: tomorrow, timeZone: formats.timeZone });
      expect(morning.signingDay.text).toBe(printDay(tomorrow, formats.dateFormat));
      expect((await sign(morning, evening.signingDay.day)).body).toMatchObject({
        parameters: { reason: 'too-early' },
      });
      expect((await sign(morning, tomorrow)).status).toBe(200);
      const signedAt = office.now();
      await office.settled();
      expect((await ada.read(id)).status).toBe('completed');
      if (withoutPoppler) return;

      const { bytes } = await ada.ask(`/api/documents/${id}/download`);
      const lines = (await readAloud(bytes, 1)).split('\n').map(wordsOf);
      // The date is printed twice: in the date field, and as the entered date.
      const printed = lines.filter((line) => line === wordsOf(morning.signingDay.text));
      expect(printed, lines.join('\n')).toHaveLength(2);
      expect(lines).not.toContain(wordsOf(evening.signingDay.text));
      const certificate = await readAloud(bytes);
      expect(certificate).toContain(clockIn('UTC', signedAt));
      expect(certificate).toContain(clockIn(formats.timeZone, signedAt));
    },
  );
});

/**
 * Returns the words of a line. Poppler returns Arabic letters in their presentation forms, and words from
 * left to right.
 */
function wordsOf(line: string): string {
  return line.normalize('NFKC').trim().split(/\s+/).sort().join(' ');
}

function clockIn(timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return format.format(at);
}
