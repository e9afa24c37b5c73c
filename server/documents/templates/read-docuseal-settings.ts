import { z } from 'zod';
import { line } from '#core/language/one-line.ts';
import type { PersonSettings, SendSettings } from '#core/template/settings.ts';
import { daysIn, importedText, reportUnknownSettings, type Report } from './imported-settings.ts';

const text = z.string().max(20_000).nullish();

export const docusealPreferences = z
  .looseObject({
    request_email_subject: text,
    request_email_body: text,
    submitters_order: text,
    require_email_2fa: z.boolean().nullish(),
    require_phone_2fa: z.boolean().nullish(),
    default_expire_at_duration: text,
    submitters: z
      .array(z.looseObject({ uuid: text, request_email_subject: text, request_email_body: text }))
      .max(200)
      .nullish(),
  })
  .nullish();
export type DocusealPreferences = NonNullable<z.output<typeof docusealPreferences>>;

const handled = [
  ...['request_email_subject', 'request_email_body', 'submitters_order', 'submitters'],
  ...['require_email_2fa', 'require_phone_2fa', 'default_expire_at_duration'],
];
/** Returns true for settings that are on by default. */
const isSwitch = (key: string): boolean => /_enabled$|_attach_/.test(key);

export function docusealSettings(preferences: DocusealPreferences, report: Report): SendSettings {
  reportUnknownSettings(
    preferences,
    { handled, isUsual: (key, value) => isSwitch(key) && value === true },
    report,
  );
  for (const key of Object.keys(preferences).filter(isSwitch))
    if (preferences[key] === false) report('setting', key);
  const { request_email_subject: subject, request_email_body: message } = preferences;
  return {
    subject: line(importedText({ key: 'request_email_subject', text: subject, most: 200 }, report), 200),
    message: importedText({ key: 'request_email_body', text: message, most: 5000 }, report),
    expirationDays: expirationOf(preferences, report),
    reminderRule: null,
    delegationAllowed: false,
    signatureKinds: null,
  };
}

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Reads values such as 'seven_days', 'two_weeks' and 'one_month'. */
function expirationOf(
  { default_expire_at_duration: given }: DocusealPreferences,
  report: Report,
): number | null {
  if (!given) return null;
  const [, count = '', unit = ''] = /^([a-z]+|\d+)_(day|week|month)s?$/.exec(given) ?? [];
  const amount = numbers.includes(count) ? numbers.indexOf(count) + 1 : Number(count || Number.NaN);
  const days = daysIn(amount, unit);
  if (days === undefined) report('setting', 'default_expire_at_duration');
  return days ?? null;
}

/**
 * Returns true for sequential signing and false for parallel signing; undefined if the template does not
 * specify it.
 */
export function docusealOrder(
  { submitters_order: order }: DocusealPreferences,
  report: Report,
): boolean | undefined {
  if (order === 'preserved') return true;
  if (order === 'random') return false;
  if (order && order !== 'single_sided') report('setting', 'submitters_order');
  return undefined;
}

/** Returns the imported person. Codes by text message do not exist here, so a code by email replaces them. */
export function docusealPerson(
  preferences: DocusealPreferences,
  { uuid, name }: { uuid: string; name: string },
  report: Report,
): PersonSettings {
  const own = preferences.submitters?.find((one) => one.uuid === uuid);
  const key = (of: string): string => `${name}: ${of}`;
  if (own?.request_email_subject) report('setting', key('request_email_subject'));
  if (preferences.require_phone_2fa) report('authentication', name);
  return {
    language: null,
    accessCodeRequired: false,
    passkey: 'none',
    mailCode: preferences.require_email_2fa === true || preferences.require_phone_2fa === true,
    message: importedText(
      { key: key('request_email_body'), text: own?.request_email_body, most: 2000 },
      report,
    ),
  };
}
