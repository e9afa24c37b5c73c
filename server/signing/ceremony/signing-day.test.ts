import { beforeAll, expect, test } from 'vitest';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { FieldInput } from '#contract/documents/documents.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import { placeOf } from '#core/formats/time-zone.ts';
import { languages } from '#core/language/language.ts';

import { grace } from '#testing/cast.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Answer, Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const withoutPoppler = missingTools('pdftotext').length > 0;

const fieldsOf = ([recipientId]: string[]): FieldInput[] => [
  { type: 'signature', page: 1, x: 20, y: 20, width: 150, height: 40, recipientId },
  { type: 'date', page: 1, x: 20, y: 80, width: 200, height: 26, recipientId },
];

type Formats = Pick<DocumentFormats, 'timeZone' | 'dateFormat'>;
type Evening = Formats & { at: number; before: string; after: string };

/** A sample of each date format, formatted by an independent program. */
const written: Partial<Record<DocumentFormats['dateFormat'], [string, Intl.DateTimeFormatOptions]>> = {
  'd MMMM yyyy': ['en-GB', { dateStyle: 'long' }],
  'MMM d, yyyy': ['en-US', { dateStyle: 'medium' }],
  'dd.MM.yyyy': ['de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' }],
  'dd/MM/yyyy': ['en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' }],
  'long-de': ['de-DE', { dateStyle: 'long' }],
  'yyyy-MM-dd': ['sv-SE', { day: '2-digit', month: '2-digit', year: 'numeric' }],
};

const hour = 3_600_000;
const clockIn = (at: number, timeZone: string, part: 'hour' | 'timeZoneName') =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === part)!.value;

/**
 * Half an hour before midnight in a time zone, on an ordinary day or on the next day on which its clocks
 * change.
 */
function eveningOf(formats: Formats, isOfChange: boolean): Evening {
  const { timeZone, dateFormat } = formats;
  const start = Math.ceil((Date.now() + 24 * hour) / hour) * hour;
  const hours = Array.from({ length: 24 * 370 }, (_, at) => start + at * hour);
  const offset = (at: number) => clockIn(at, timeZone, 'timeZoneName');
  const from = isOfChange ? hours.find((at) => offset(at) !== offset(at - hour))! : start;
  const moments = Array.from({ length: 60 }, (_, at) => from + at * (hour / 2));
  const last = moments.findIndex((at, index) => {
    const next = moments[index + 1]!;
    return clockIn(at, timeZone, 'hour') === '23' && clockIn(next, timeZone, 'hour') === '00';
  });
  const at = moments[last]!;
  const [locale, options] = written[dateFormat]!;
  const day = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  return { ...formats, at, before: day.format(at), after: day.format(at + hour) };
}

const evenings = [
  eveningOf({ timeZone: 'Pacific/Auckland', dateFormat: 'd MMMM yyyy' }, false),
  eveningOf({ timeZone: 'Pacific/Auckland', dateFormat: 'yyyy-MM-dd' }, true),
  eveningOf({ timeZone: 'America/Los_Angeles', dateFormat: 'MMM d, yyyy' }, false),
  eveningOf({ timeZone: 'America/Los_Angeles', dateFormat: 'dd/MM/yyyy' }, true),
  eveningOf({ timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy' }, false),
  eveningOf({ timeZone: 'Europe/Berlin', dateFormat: 'long-de' }, true),
  eveningOf({ timeZone: 'Asia/Kolkata', dateFormat: 'dd/MM/yyyy' }, false),
].sort((one, other) => one.at - other.at);

describeOnOneDatabase('the day of signing', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  const goTo = (time: number) => office.wait(time - office.now());
  const signAs = (signer: Signer, { body }: Answer<CeremonyAnswer>, change = {}) =>
    signer.sign({ signingDay: body.signingDay.day, shownSha256: body.document.shownSha256, ...change });
  const printedIn = async (id: string) => {
    await office.settled();
    const ada = await office.ports.database.db
      .selectFrom('field_values')
      .innerJoin('fields', 'fields.id', 'field_values.field_id')
      .select('value')
      .where('field_values.document_id', '=', id)
      .where('fields.type', '=', 'date')
      .execute();
    return ada.map(({ value }) => value);
  };

  test.each(evenings)(
    'prints the day of signing for a document opened on $before and signed on $after in $timeZone',
    async (evening) => {
      const { at, before, after, timeZone, dateFormat } = evening;
      const formats = { timeZone, dateFormat };
      goTo(at);
      const ada = await office.desk();
      const document = await ada.prepare(sampleLease(), [grace], fieldsOf);
      await ada.send(document.id, { formats });
      await office.settled();
      const signer = ada.signer(grace.email);
      const shown = await signer.view();
      expect(shown.body.signingDay).toMatchObject({ text: before, timeZone: formats.timeZone });
      const midnight = Date.parse(shown.body.signingDay.endsAt!);
      expect(midnight - office.now()).toBeLessThanOrEqual(30 * 60_000);
      office.wait(31 * 60_000);

      const refused = await signAs(signer, shown);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'signing-day-changed', parameters: { day: after } },
      });
      expect(await printedIn(document.id)).toEqual([]);

      const morning = await signer.view();
      expect(morning.body.signingDay.text).toBe(after);
      expect((await signAs(signer, morning)).status).toBe(200);
      expect(await printedIn(document.id)).toEqual([after]);
      const sealed = await ada.ask(`/api/documents/${document.id}/download`);
      if (!withoutPoppler) expect(await readAloud(sealed.bytes, 1)).toContain(after);
      // The emails contain the same day and its time zone.
      const [mail] = office.post.to(grace.email).slice(-1);
      const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(office.now());
      expect(`${mail?.text} ${mail?.html}`).toContain(`${day} (${placeOf(timeZone)})`);
      // The printed day is still the same days later.
      office.wait(3 * 86_400_000);
      expect((await signer.view()).body.signingDay).toMatchObject({ text: after, endsAt: null });
    },
  );

  test.each(languages)('the printed day does not depend on the signer’s language: %s', async (locale) => {
    const ada = await office.desk();
    const document = await ada.prepare(sampleLease(), [grace], fieldsOf);
    await ada.send(document.id, { formats: { timeZone: 'Pacific/Auckland', dateFormat: 'long-fr' } });
    await office.settled();
    const signer = ada.signer(grace.email);
    const shown = await signer.view(locale);
    expect((await signAs(signer, shown, { locale })).status).toBe(200);
    expect(await printedIn(document.id)).toEqual([shown.body.signingDay.text]);
    expect(shown.body.signingDay.text).toMatch(/^\d{1,2}(er)? \p{L}+ \d{4}$/u);
  });

  test('for a program that shows no page, prints the day of its request', async () => {
    const ada = await office.desk();
    const document = await ada.prepare(sampleLease(), [grace], fieldsOf);
    await ada.send(document.id, { formats: { timeZone: 'Europe/Berlin', dateFormat: 'yyyy-MM-dd' } });
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    const swedish = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
    expect(await printedIn(document.id)).toEqual([swedish.format(office.now())]);
  });

  test('a page without a date field need not be confirmed again after midnight', async () => {
    const ada = await office.desk();
    await ada.sent(sampleLease(), [grace]);
    const signer = ada.signer(grace.email);
    const shown = await signer.view();
    office.wait(86_400_000);
    expect((await signAs(signer, shown)).status).toBe(200);
  });
});
