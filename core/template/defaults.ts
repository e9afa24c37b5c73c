import type { AllowedMarks } from '../ceremony/mark-kind.ts';
import type { FormatsChange } from '../formats/formats.ts';
import type { Language } from '../language/language.ts';
import type { SigningOrder } from '../recipient/turn.ts';
import type { ReminderRule } from '../document/sending-terms.ts';
import type { SendSettings } from './settings.ts';

/** Settings for new documents. An omitted setting is inherited from the next level. */
export type Defaults = {
  /** Email subject, which can contain {{title}} and {{sender}}; empty for the standard subject. */
  subject?: string | undefined;
  /** Empty for no message. */
  message?: string | undefined;
  expirationDays?: number | undefined;
  /** Null for no automatic reminders. */
  reminders?: ReminderRule | undefined;
  signingOrder?: SigningOrder | undefined;
  allowDelegation?: boolean | undefined;
  /** Null if every kind is allowed. */
  signatureKinds?: AllowedMarks | undefined;
  /** Each format is inherited separately. */
  formats?: FormatsChange | undefined;
  /** Empty for no return URL. */
  returnUrl?: string | undefined;
  /** Language for new recipients. */
  language?: Language | undefined;
  /** False if the sender delivers the links to new recipients. */
  sendEmail?: boolean | undefined;
  /**
   * True if links that the sender delivers must be protected by a code or a passkey. A lower level cannot turn
   * this off.
   */
  linksProtected?: boolean | undefined;
};

/** The level that a default comes from: the account (null) or one of its folders. */
export type DefaultsSource = { folderId: string | null; name: string };
export type DefaultsLevel = { source: DefaultsSource; defaults: Defaults };

export type ResolvedDefaults = {
  values: Defaults;
  /** The nearest level that sets each value, with a separate entry for each format. */
  from: { [Name in keyof Defaults | keyof FormatsChange]?: DefaultsSource };
};

/**
 * Returns a document's defaults from all levels that apply to it, nearest first: its folder, the parent folders,
 * and the account.
 */
export function resolveDefaults(levels: readonly DefaultsLevel[]): ResolvedDefaults {
  const values: Record<string, unknown> = {};
  const formats: Record<string, unknown> = {};
  const from: Record<string, DefaultsSource> = {};
  for (const { source, defaults } of levels) {
    const state = (stated: Record<string, unknown>, name: string, value: unknown) => {
      if (value === undefined) return;
      const isStricter = name === 'linksProtected' && value === true && stated[name] === false;
      if (Object.hasOwn(stated, name) && !isStricter) return;
      stated[name] = value;
      from[name] = source;
    };
    for (const [name, value] of Object.entries(defaults)) {
      if (name !== 'formats') state(values, name, value);
      else for (const [member, format] of Object.entries(value ?? {})) state(formats, member, format);
    }
    if (Object.keys(formats).length > 0) state(values, 'formats', formats);
  }
  return { values, from };
}

/** Returns the settings for a new document that the defaults set. */
export function settingsOfDefaults({
  subject,
  message,
  expirationDays,
  reminders,
  allowDelegation,
  signatureKinds,
}: Defaults): Partial<SendSettings> {
  return {
    ...(subject !== undefined && { subject }),
    ...(message !== undefined && { message }),
    ...(expirationDays !== undefined && { expirationDays }),
    ...(reminders !== undefined && { reminderRule: reminders }),
    ...(allowDelegation !== undefined && { delegationAllowed: allowDelegation }),
    ...(signatureKinds !== undefined && { signatureKinds }),
  };
}

/**
 * Returns the settings that a template sets, without those that it leaves to the defaults. Templates have always
 * set the reminders, even if there are none.
 */
export function settingsOfTemplate({
  subject,
  message,
  expirationDays,
  signatureKinds,
  ...settings
}: SendSettings): Partial<SendSettings> {
  return {
    ...settings,
    ...(subject !== '' && { subject }),
    ...(message !== '' && { message }),
    ...(expirationDays !== null && { expirationDays }),
    ...(signatureKinds !== null && { signatureKinds }),
  };
}

/** Returns the settings with which a new template is created. The others are left to the defaults. */
export function settingsOfNewTemplate(defaults: Defaults): Partial<SendSettings> {
  const { reminders, allowDelegation } = defaults;
  return settingsOfDefaults({ reminders, allowDelegation });
}
