import type { PasskeyRule } from '../ceremony/passkey.ts';
import type { Language } from '../language/language.ts';
import type { ReminderRule } from '../document/manage.ts';

/** The settings of a sending that a copy, a template and a document made of it keep. */
export type SendSettings = {
  subject: string;
  message: string;
  /** Null: the default. */
  expirationDays: number | null;
  reminderRule: ReminderRule;
  delegationAllowed: boolean;
};

export const noSettings: SendSettings = {
  subject: '',
  message: '',
  expirationDays: null,
  reminderRule: null,
  delegationAllowed: false,
};

/** The settings of one person that a copy, a template and a document made of it keep. */
export type PersonSettings = {
  language: Language | null;
  /**
   * An access code has to be set before sending. Only the hash of a code is stored, and one person knows it, so a
   * template keeps that there is one, and each document made of it asks for a new one.
   */
  accessCodeNeeded: boolean;
  mailCode: boolean;
  passkey: PasskeyRule;
  message: string;
};

/** Of a person whose role is taken by someone else from now on. */
export function settingsForRole(
  person: Omit<PersonSettings, 'accessCodeNeeded'> & {
    accessCodeHash: string | null;
    accessCodeNeeded: boolean;
  },
): PersonSettings {
  const { language, accessCodeHash, accessCodeNeeded, mailCode, passkey, message } = person;
  return {
    language,
    accessCodeNeeded: accessCodeNeeded || accessCodeHash !== null,
    mailCode,
    passkey,
    message,
  };
}
