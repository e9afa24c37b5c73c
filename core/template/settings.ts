import type { AllowedMarks } from '../ceremony/mark-kind.ts';
import type { PasskeyRule } from '../ceremony/passkey.ts';
import type { ChosenFiles } from '../recipient/chosen-files.ts';
import type { Language } from '../language/language.ts';
import type { ReminderRule } from '../document/sending-terms.ts';
import type { Metadata } from '../document/reference.ts';

/** Settings of a document that its copies and templates keep, as do documents created from them. */
export type SendSettings = {
  subject: string;
  message: string;
  /** Null means the default. */
  expirationDays: number | null;
  reminderRule: ReminderRule;
  delegationAllowed: boolean;
  /** Missing in snapshots of bulk sends that are older than metadata. */
  metadata?: Metadata;
  /** Null means the account's choice. */
  signatureKinds: AllowedMarks;
  /** Whether each of several files is also sealed as a separate PDF. */
  separateFiles?: boolean;
  /** Whether the certificate is a separate sealed PDF and not part of the sealed file. */
  separateCertificate?: boolean;
};

export const defaultSendSettings: SendSettings = {
  subject: '',
  message: '',
  expirationDays: null,
  reminderRule: null,
  delegationAllowed: false,
  metadata: {},
  signatureKinds: null,
  separateFiles: false,
  separateCertificate: false,
};

/** Settings of one person that copies and templates keep, as do documents created from them. */
export type PersonSettings = {
  language: Language | null;
  /**
   * An access code has to be set before sending. Only a hash of the code is stored and only its person knows
   * it. A template therefore only records that a code is required, and each document created from it needs a
   * new code.
   */
  accessCodeRequired: boolean;
  mailCode: boolean;
  passkey: PasskeyRule;
  message: string;
  /** Optional for builders of roles. */
  onlyFiles?: ChosenFiles;
};

/** Returns the settings of a person whose role another person will take. */
export function settingsForRole(
  person: Omit<PersonSettings, 'accessCodeRequired'> & {
    accessCodeHash: string | null;
    accessCodeRequired: boolean;
  },
): PersonSettings {
  const { language, accessCodeHash, accessCodeRequired, mailCode, passkey, message } = person;
  const { onlyFiles = null } = person;
  return {
    language,
    accessCodeRequired: accessCodeRequired || accessCodeHash !== null,
    mailCode,
    passkey,
    message,
    onlyFiles,
  };
}
