import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatNumber } from '#core/formats/number.ts';
import { certificateMessages } from '#server/evidence/certificate/certificate-texts.ts';
import { openOneDatabase } from '../databases.ts';
import { readAloud } from '../judges/look-at.ts';
import { missingTools } from '../judges/run-tool.ts';
import { longRun } from '../long-run.ts';
import { openOffice, type Office } from '../open-office.ts';
import { dayCases, daySample, orderCases, orderSample, type Sample } from './certificate-matrix.ts';

/** If set, the sealed files are saved in this folder for inspection. */
const keepIn = process.env['CERTIFICATES_TO'];
const some = <Case>(cases: readonly Case[]): Case[] =>
  cases.filter((_, at) => longRun || keepIn !== undefined || at % 12 === 0);

let office: Office;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
}, 60_000);

describe.skipIf(missingTools('pdftotext').length > 0)('the sealed file and its certificate', () => {
  test.each(some(orderCases))('a document sent by $way with $situation in $language', async (one) => {
    const sample = await orderSample(office, one);
    const { signed, inOrder, language } = sample;
    const certificate = await certificateOf(sample);
    // The certificate shows steps only if one person had to wait for the other.
    const { say } = certificateMessages(language);
    const steps = [1, 2].map((order) =>
      say('role.inOrder', { role: say('role.signer'), order: String(order) }),
    );
    const lines = certificate.split('\n').map((line) => wordsOf(line));
    const stated = steps.map((step) =>
      lines.some((line) => wordsOf(step).every((word) => line.includes(word))),
    );
    expect(stated).toEqual([inOrder, inOrder]);
    expect(inOrder).toBe(one.situation === 'numbers, the second person first' || isForm(one));
    if (inOrder) expect(signed).toEqual(sample.people.toReversed());
  });

  test.each(some(dayCases))(
    'a document signed after midnight in $timeZone, in $language, with dates as $dateFormat',
    async (one) => {
      await certificateOf(await daySample(office, one));
    },
  );
});

/** A form has no setting that overrides the order numbers. */
function isForm({ way, situation }: (typeof orderCases)[number]): boolean {
  return way === 'a public form' && situation === 'numbers, and all at once';
}

/** Returns the certificate's text, after checking the values and times in it and on the page. */
async function certificateOf(sample: Sample): Promise<string> {
  const { name, language, bytes, formats, signedAt, days } = sample;
  if (keepIn !== undefined) {
    await writeFile(join(keepIn, `${language} ${name.replaceAll('/', '-')}.pdf`), bytes);
  }
  const page = plainSpaces(await readAloud(bytes, 1));
  const certificate = plainSpaces(await readAloud(bytes)).slice(page.length);
  const rent = plainSpaces(formatNumber('1250.5', formats.numberFormat));
  for (const day of days) expect(wordsOf(page)).toEqual(expect.arrayContaining(wordsOf(day)));
  expect(page.split('\n').filter((line) => line.includes(rent))).toHaveLength(2);
  expect(certificate.split(rent)).toHaveLength(3);
  for (const times of signedAt)
    for (const zone of ['UTC', formats.timeZone])
      expect(times.some((at) => certificate.includes(clockIn(zone, at)))).toBe(true);
  const { say } = certificateMessages(language);
  // Japanese has no space between a name and the words that follow.
  const words = wordsOf(certificate).join('');
  for (const word of wordsOf(say('by.service', { who: '' }))) expect(words).toContain(word);
  return certificate;
}

const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

/**
 * Returns words without marks. Poppler returns Arabic letters in their presentation forms, and marks and
 * words in a different order.
 */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function clockIn(timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return format.format(at);
}
