import type { AllowedMarks } from '../ceremony/mark-kind.ts';
import type { FormatsChange } from '../formats/formats.ts';
import type { Language } from '../language/language.ts';
import type { SigningOrder } from '../recipient/turn.ts';
import type { ReminderRule } from '../document/sending-terms.ts';
import type { SendSettings } from './settings.ts';

/** Settings of new documents. An absent one is inherited from the next level. */
export type Defaults = {
  /** Subject of the emails, which can contain {{title}} and {{sender}}. '' for the standard subject. */
  subject?: string | undefined;
  /** '' for none. */
  message?: string | undefined;
  expirationDays?: number | undefined;
  /** Null for no automatic reminders. */
  reminders?: ReminderRule | undefined;
  signingOrder?: SigningOrder | undefined;
  allowDelegation?: boolean | undefined;
  /** Null for every kind. */
  signatureKinds?: AllowedMarks | undefined;
  /** Each format is inherited separately. */
  formats?: FormatsChange | undefined;
  /** '' for none. */
  returnUrl?: string | undefined;
  /** Language of new recipients. */
  language?: Language | undefined;
  /** False if the sender delivers the links of new recipients. */
  sendEmail?: boolean | undefined;
  /** True if links that the sender delivers need a code or a passkey. A lower level cannot lift it. */
  linksProtected?: boolean | undefined;
};

/** The account (null), or one of its folders. */
export type DefaultsSource = { folderId: string | null; name: string };
export type DefaultsLevel = { source: DefaultsSource; defaults: Defaults };

export type ResolvedDefaults = {
  values: Defaults;
  /** The nearest level that states each value, and each of the formats. */
  from: { [Name in keyof Defaults | keyof FormatsChange]?: DefaultsSource };
};

/**
 * Returns the defaults of a document from the levels that apply to it, nearest first: its folder and the folders
 * above, and the account last.
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

/** The settings of a new document that the defaults state. */
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
 * The settings that a template states: all but those that it leaves open. It has had reminders, or none, since it was
 * created.
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

/** The settings with which a template is created that leaves the others open. */
export function settingsOfNewTemplate(defaults: Defaults): Partial<SendSettings> {
  const { reminders, allowDelegation } = defaults;
  return settingsOfDefaults({ reminders, allowDelegation });
}
