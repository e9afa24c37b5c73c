import type { AllowedMarks } from '../ceremony/mark-kind.ts';
import type { PasskeyRule } from '../ceremony/passkey.ts';
import type { ChosenFiles } from '../recipient/chosen-files.ts';
import type { Language } from '../language/language.ts';
import type { ReminderRule } from '../document/sending-terms.ts';
import type { Metadata } from '../document/reference.ts';

/** Settings of a document that are kept in its copies, in templates, and in documents created from those. */
export type SendSettings = {
  subject: string;
  message: string;
  /** Null for the default. */
  expirationDays: number | null;
  reminderRule: ReminderRule;
  delegationAllowed: boolean;
  /** Absent in copies for bulk sends that are older than metadata. */
  metadata?: Metadata;
  /** Null for the account's setting. */
  signatureKinds: AllowedMarks;
  /** True to also seal each of several files as a separate PDF. */
  separateFiles?: boolean;
  /** True to seal the certificate as a separate PDF instead of appending it. */
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

/** Settings of a person that are kept in copies, in templates, and in documents created from those. */
export type PersonSettings = {
  language: Language | null;
  /**
   * True if an access code has to be set before sending. Only a hash of a code is stored, and only its person
   * knows the code. A template therefore records only that one is required, and each document created from it
   * needs a new code.
   */
  accessCodeRequired: boolean;
  mailCode: boolean;
  passkey: PasskeyRule;
  message: string;
  /** Files for a person who receives a copy; absent means all. */
  onlyFiles?: ChosenFiles;
};

/** Returns the settings for a role that another person will take. */
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
