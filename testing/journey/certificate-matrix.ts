import type { SignBody } from '#contract/signing/ceremony.ts';
import type { FieldInput } from '#contract/documents/documents.ts';
import { dayIn } from '#core/formats/day.ts';
import { dateFormats, numberFormats, type DocumentFormats } from '#core/formats/formats.ts';
import { languages, type Language } from '#core/language/language.ts';
import type { Desk } from '../desk.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import type { Office } from '../open-office.ts';
import { situations, waysToSend } from './ways-to-send.ts';

/** A sealed document, and what its certificate must contain. */
export type Sample = {
  name: string;
  language: Language;
  bytes: Uint8Array;
  /** Names of the signers in the order of the list. `signed` has them in the order in which they signed. */
  people: string[];
  signed: string[];
  /** True if one signer had to wait for the other. */
  inOrder: boolean;
  formats: DocumentFormats;
  /** For each signature, a time just before and just after it (ms UTC). */
  signedAt: [before: number, after: number][];
  /** Printed texts of the date fields. */
  days: string[];
};

export const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata'] as const;
const orderNames = Object.keys(situations) as (keyof typeof situations)[];

/** Every way to send with every kind of order numbers, except those that the server refuses. */
export const orderCases = Object.entries(waysToSend).flatMap(([way, { expected }], row) =>
  orderNames.flatMap((situation, column) => {
    const language = languages[(row + column) % languages.length]!;
    return expected[column] === 'refused' ? [] : [{ way, situation, language }];
  }),
);

/** Every time zone in every language. */
export const dayCases = zones.flatMap((timeZone, row) =>
  languages.map((language, column) => ({
    language,
    timeZone,
    dateFormat: dateFormats[(row * 3 + column) % dateFormats.length]!,
    numberFormat: numberFormats[(row + column) % numberFormats.length]!,
  })),
);

const signers: Record<Language, readonly [string, string]> = {
  en: ['Grace Lindqvist', 'Linus Okafor'],
  de: ['Jürgen Groß', 'Änne Weißmüller-Fürst'],
  es: ['Íñigo Núñez', 'María José Peña Ibáñez'],
  fr: ['Hélène Œuvrard', 'François L’Hôte'],
  ar: ['ليلى حداد', 'Linus Okafor'],
  it: ['Niccolò D’Annunzio', 'Giosuè Città'],
  pt: ['João Simões', 'Conceição Magalhães'],
  nl: ['Sanne de Vries', 'Joris van der Meij'],
  pl: ['Łucja Żółkiewska', 'Święcisław Gąsior'],
  tr: ['İbrahim Işık', 'Gülşen Çağlar'],
  uk: ['Ганна Ґудзь', 'Євген Їжакевич'],
  he: ['נועה לוי', 'Linus Okafor'],
  ja: ['渡邉 直樹', '斎藤 はるか'],
  'zh-Hans': ['陈晓雨', '欧阳建国'],
  'zh-Hant': ['陳曉雨', '歐陽建國'],
  ko: ['김서연', '남궁 민수'],
};

const labels: Record<Language, { rent: string; start: string; place: string }> = {
  en: { rent: 'Rent per month', start: 'Start of the lease', place: 'Berth' },
  de: { rent: 'Miete pro Monat', start: 'Beginn des Mietverhältnisses', place: 'Liegeplatz' },
  es: { rent: 'Alquiler mensual', start: 'Inicio del contrato', place: 'Amarre' },
  fr: { rent: 'Loyer mensuel', start: 'Début du bail', place: 'Emplacement' },
  ar: { rent: 'الإيجار الشهري', start: 'بداية العقد', place: 'المرسى' },
  it: { rent: 'Canone mensile', start: 'Inizio del contratto', place: 'Ormeggio' },
  pt: { rent: 'Renda mensal', start: 'Início do contrato', place: 'Lugar de amarração' },
  nl: { rent: 'Huur per maand', start: 'Begin van de huur', place: 'Ligplaats' },
  pl: { rent: 'Czynsz miesięczny', start: 'Początek najmu', place: 'Miejsce postoju' },
  tr: { rent: 'Aylık kira', start: 'Kira başlangıcı', place: 'Bağlama yeri' },
  uk: { rent: 'Орендна плата на місяць', start: 'Початок оренди', place: 'Місце стоянки' },
  he: { rent: 'שכר דירה חודשי', start: 'תחילת השכירות', place: 'מקום עגינה' },
  ja: { rent: '月額賃料', start: '賃貸開始日', place: '係留場所' },
  'zh-Hans': { rent: '月租金', start: '租期开始', place: '泊位' },
  'zh-Hant': { rent: '每月租金', start: '租期開始', place: '泊位' },
  ko: { rent: '월 임대료', start: '임대 시작일', place: '정박 위치' },
};

/** Sends, signs and seals one document of the order matrix. */
export async function orderSample(
  office: Office,
  { way, situation, language }: (typeof orderCases)[number],
): Promise<Sample> {
  const desk = await office.desk();
  const code = await waysToSend[way]!.send(
    { office, desk, people: peopleOf(language), fields: fieldsIn(language) },
    situations[situation],
  );
  if (code !== undefined) throw new Error(`${way}, ${situation}: ${code}`);
  await office.settled();
  const { body } = await desk.ask<{ id: string; status: string }[]>('/api/documents');
  const { id } = body.find(({ status }) => status === 'sent')!;
  return signAll(office, desk, id, { name: `${way}, ${situation}`, language });
}

/** Sends a document before midnight in its time zone, and signs it after midnight. */
export async function daySample(
  office: Office,
  { language, ...formats }: (typeof dayCases)[number],
): Promise<Sample> {
  goToEvening(office, formats.timeZone);
  // Ada signs in only now, because an earlier session would expire before the evening.
  const desk = await office.desk();
  const { id } = await desk.prepare(sampleLease(1), [...peopleOf(language)], fieldsIn(language));
  const sent = await desk.send(id, { formats });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  await office.settled();
  office.wait(45 * minute);
  return signAll(office, desk, id, { name: `${formats.timeZone}, ${formats.dateFormat}`, language });
}

const minute = 60_000;

/** Moves the clock to half an hour before the next midnight in a time zone. */
function goToEvening(office: Office, timeZone: string): void {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const start = Math.ceil(office.now() / (30 * minute)) * 30 * minute;
  const moments = Array.from({ length: 60 }, (_, at) => start + at * 30 * minute);
  office.wait(moments.find((at) => clock.format(at) === '23:30')! - office.now());
}

async function signAll(
  office: Office,
  desk: Desk,
  id: string,
  { name, language }: { name: string; language: Language },
): Promise<Sample> {
  const signed: string[] = [];
  const signedAt: Sample['signedAt'] = [];
  const days: string[] = [];
  const invitedFirst = (await desk.read(id)).recipients.filter(({ status }) => status === 'invited').length;
  for (let turn = 0; turn < 2; turn += 1) {
    const document = await desk.read(id);
    const next = document.recipients.find(({ status }) => status === 'invited');
    if (!next) throw new Error(`${name}: nobody is invited`);
    const signer = desk.signer(next.email);
    const { body } = await signer.view(language);
    const fields = body.fields.flatMap(
      ({ id: fieldId, type, properties }): NonNullable<SignBody['fields']> => {
        if (properties?.readOnly) return [];
        if (type === 'number') return [{ id: fieldId, value: '1250.5' }];
        if (type === 'dateEntry') return [{ id: fieldId, value: dayIn(office.now(), 'UTC') }];
        return type === 'checkbox' ? [{ id: fieldId, value: true }] : [];
      },
    );
    const before = office.now();
    const done = await signer.sign({ locale: language, fields });
    if (done.status !== 200) throw new Error(`${name}: ${JSON.stringify(done.body)}`);
    signed.push(next.name);
    signedAt.push([before, office.now()]);
    days.push(body.signingDay.text);
    await office.settled();
    office.wait(minute);
  }
  const { status, formats } = await desk.read(id);
  if (status !== 'completed' || !formats) throw new Error(`${name}: ${status}`);
  const { bytes } = await desk.ask(`/api/documents/${id}/download`);
  const people = [...signers[language]];
  const inOrder = invitedFirst === 1;
  return { name, language, bytes, people, signed, inOrder, formats, signedAt, days };
}

function peopleOf(language: Language) {
  const [first, second] = signers[language];
  return [
    { name: first, email: 'grace@harbour.example' },
    { name: second, email: 'linus@okafor.example' },
  ] as const;
}

const fieldsIn =
  (language: Language) =>
  (ids: string[]): FieldInput[] =>
    ids.flatMap((recipientId, at) => {
      const row = { page: 1, y: 60 + at * 200, height: 26, recipientId };
      const { rent, start, place } = labels[language];
      return [
        { ...row, type: 'signature', x: 20, width: 150, height: 40 },
        { ...row, type: 'date', x: 200, width: 200 },
        { ...row, type: 'dateEntry', x: 20, y: row.y + 60, width: 200, label: start },
        { ...row, type: 'number', x: 250, y: row.y + 60, width: 120, label: rent },
        {
          ...row,
          type: 'text',
          x: 400,
          y: row.y + 60,
          width: 120,
          label: place,
          properties: { value: `${place} 7`, readOnly: true },
        },
        { ...row, type: 'checkbox', x: 420, width: 16, height: 16, required: false },
      ];
    });
