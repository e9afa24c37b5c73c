import { z } from 'zod';
import { markKinds, type AllowedMarks, type MarkKind } from '#core/ceremony/mark-kind.ts';
import { reminderRange } from '#core/document/sending-terms.ts';
import type { DateFormat, FormatsChange } from '#core/formats/formats.ts';
import { isTimeZone } from '#core/formats/time-zone.ts';
import { firstKnownLanguage, type Language } from '#core/language/language.ts';
import { line } from '#core/language/one-line.ts';
import type { RecipientRole } from '#core/recipient/recipient.ts';
import type { PersonSettings, SendSettings } from '#core/template/settings.ts';
import { daysIn, importedText, reportUnknownSettings, type Report } from './imported-settings.ts';

const text = z.string().max(20_000).nullish();
/**
 * Authentication methods, any of which is sufficient. Earlier versions had a single value instead of a list.
 */
const proofs = z
  .union([z.string().max(60), z.array(z.string().max(60)).max(10)])
  .nullish()
  .transform((given) => (typeof given === 'string' ? [given] : (given ?? [])));

const time = z
  .union([
    z.looseObject({ unit: z.string().max(20), amount: z.number() }),
    z.looseObject({ disabled: z.boolean() }),
  ])
  .nullish();

export const documensoMeta = z
  .looseObject({
    subject: text,
    message: text,
    signingOrder: text,
    timezone: text,
    dateFormat: text,
    language: text,
    envelopeExpirationPeriod: time,
    reminderSettings: z.looseObject({ sendAfter: time, repeatEvery: time }).nullish(),
  })
  .nullish();
export type DocumensoMeta = NonNullable<z.output<typeof documensoMeta>>;

export const documensoTemplateProofs = z
  .looseObject({ globalAccessAuth: proofs, globalActionAuth: proofs })
  .nullish();
export const documensoProofs = z.looseObject({ accessAuth: proofs, actionAuth: proofs }).nullish();

type Time = z.output<typeof time>;

/** Maximum number of reminders per recipient in Documenso. */
const maxReminders = 5;

const handled = [
  ...['id', 'templateId', 'documentId', 'subject', 'message', 'signingOrder', 'timezone', 'dateFormat'],
  // Includes the audit log, because here it is always part of the sealed file.
  ...['language', 'envelopeExpirationPeriod', 'reminderSettings', 'includeAuditLog'],
];

const isUsual = (key: string, value: unknown): boolean =>
  (key.endsWith('Enabled') && value === true) ||
  (key === 'distributionMethod' && value === 'EMAIL') ||
  (key === 'emailSettings' && value !== null && Object.values(value as object).every((one) => one === true));

export function documensoSettings(meta: DocumensoMeta, report: Report): SendSettings {
  reportUnknownSettings(meta, { handled, isUsual }, report);
  const signatureKinds = signatureKindsOf(meta);
  const kinds = signatureKinds === null ? [] : Object.values(kindSettings);
  for (const key of Object.keys(meta).filter((name) => name.endsWith('Enabled') && !kinds.includes(name)))
    if (meta[key] === false) report('setting', key);
  const mails = meta['emailSettings'];
  if (typeof mails === 'object' && mails !== null && Object.values(mails).every((one) => one === false))
    report('setting', 'emailSettings');
  return {
    subject: line(importedText({ key: 'subject', text: meta.subject, most: 200 }, report), 200),
    message: importedText({ key: 'message', text: meta.message, most: 5000 }, report),
    expirationDays: expirationOf(meta.envelopeExpirationPeriod, report),
    reminderRule: remindersOf(meta.reminderSettings, report),
    delegationAllowed: false,
    signatureKinds,
  };
}

const kindSettings: Readonly<Record<MarkKind, string>> = {
  type: 'typedSignatureEnabled',
  draw: 'drawSignatureEnabled',
  upload: 'uploadSignatureEnabled',
};

/** Returns null, meaning all kinds, even if the export allows none. */
function signatureKindsOf(meta: DocumensoMeta): AllowedMarks {
  const allowed = markKinds.filter((kind) => meta[kindSettings[kind]] !== false);
  return allowed.length === 0 || allowed.length === markKinds.length ? null : allowed;
}

function daysOfTime(given: Time): number | undefined {
  if (!given || !('unit' in given)) return undefined;
  return daysIn(Number(given['amount']), String(given['unit']));
}

function expirationOf(given: Time, report: Report): number | null {
  const days = daysOfTime(given);
  if (given && days === undefined) report('setting', 'envelopeExpirationPeriod');
  return days ?? null;
}

/** Returns one reminder interval, because this product uses the same interval for all reminders. */
function remindersOf(given: DocumensoMeta['reminderSettings'], report: Report): SendSettings['reminderRule'] {
  if (!given) return null;
  const [first, others] = [daysOfTime(given.sendAfter), daysOfTime(given.repeatEvery)];
  if (first !== undefined && first === others && first <= reminderRange.everyDays.most)
    return { everyDays: first, most: maxReminders };
  const isOff = (one: Time): boolean => !one || 'disabled' in one;
  if (!isOff(given.sendAfter) || !isOff(given.repeatEvery)) report('setting', 'reminderSettings');
  return null;
}

/** Formats without the time of day, which date fields here do not print. */
const dateFormats: Readonly<Record<string, DateFormat>> = {
  'yyyy-MM-dd': 'yyyy-MM-dd',
  'dd/MM/yyyy': 'dd/MM/yyyy',
  'MM/dd/yyyy': 'MM/dd/yyyy',
  'dd.MM.yyyy': 'dd.MM.yyyy',
  'MMMM dd, yyyy': 'MMM d, yyyy',
};

export function documensoFormats({ timezone, dateFormat }: DocumensoMeta, report: Report): FormatsChange {
  const zone = timezone === 'Etc/UTC' ? 'UTC' : timezone;
  const isKnown = typeof zone === 'string' && isTimeZone(zone);
  if (zone && !isKnown) report('setting', 'timezone');
  const day = dateFormat?.replace(/ (?:hh:mm a|HH:mm(?::ss)?)$/, '') ?? '';
  const known = Object.hasOwn(dateFormats, day) ? dateFormats[day] : undefined;
  if (dateFormat && known !== dateFormat) report('setting', 'dateFormat');
  return { ...(isKnown && { timeZone: zone }), ...(known && { dateFormat: known }) };
}

export function documensoLanguage({ language }: DocumensoMeta, report: Report): Language | null {
  const known = firstKnownLanguage([language]);
  if (language && !known) report('language', language);
  return known ?? null;
}

type Proofs = z.output<typeof documensoProofs>;

/**
 * Returns the imported person. A required passkey is kept. Documenso's sign-in, password or second factor
 * does not exist here, so a code by email replaces it, because the link alone must not open the document.
 */
export function documensoPerson(
  given: {
    name: string;
    role: RecipientRole;
    own: Proofs;
    all: z.output<typeof documensoTemplateProofs>;
    language: Language | null;
  },
  report: Report,
): PersonSettings {
  const { name, role, own, all, language } = given;
  const either = (chosen: string[] | undefined, otherwise: string[] | undefined): string[] =>
    (chosen && chosen.length > 0 ? chosen : (otherwise ?? [])).filter((proof) => proof !== 'EXPLICIT_NONE');
  const access = either(own?.accessAuth, all?.globalAccessAuth);
  const acts = role === 'signer' || role === 'approver';
  const act =
    !acts || own?.actionAuth.includes('EXPLICIT_NONE') ? [] : either(own?.actionAuth, all?.globalActionAuth);
  const isPasskey = act.length === 1 && act[0] === 'PASSKEY';
  const isReplaced = access.length > 0 || (act.length > 0 && !isPasskey);
  if (isReplaced) report('authentication', name);
  return {
    language,
    accessCodeRequired: false,
    message: '',
    mailCode: isReplaced,
    passkey: isPasskey ? 'required' : 'none',
  };
}
