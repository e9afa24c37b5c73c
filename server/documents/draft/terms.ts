import { readMarkKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
import { daysUntilExpiry, type ReminderRule } from '#core/document/sending-terms.ts';
import { cleanTitle, testTitle } from '#core/document/title.ts';
import { readReference, type AskedReference } from '#core/document/reference.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { SendSettings } from '#core/template/settings.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';

/** Settings in a request that creates a document. Omitted ones are undefined. */
type Terms = AskedReference & {
  subject?: string | null | undefined;
  message?: string | null | undefined;
  expirationDays?: number | null | undefined;
  reminders?: ReminderRule | undefined;
  allowDelegation?: boolean | undefined;
  signatureKinds?: AllowedMarks | undefined;
  separateFiles?: boolean | undefined;
  separateCertificate?: boolean | undefined;
};

/** Returns the settings and the reference in the request. */
export function readTerms({
  subject,
  message,
  expirationDays,
  reminders,
  allowDelegation,
  signatureKinds,
  separateFiles,
  separateCertificate,
  ...asked
}: Terms): { settings: Partial<SendSettings>; reference: AskedReference } | Refusal {
  const days = daysUntilExpiry(expirationDays);
  if (isRefusal(days)) return days;
  const reference = readReference(asked);
  if (isRefusal(reference)) return reference;
  const { metadata } = reference;
  const settings = {
    ...(subject !== undefined && { subject: cleanTitle(subject ?? '') }),
    ...(message !== undefined && { message: cleanMessage(message ?? '') }),
    ...(expirationDays !== undefined && { expirationDays }),
    ...(reminders !== undefined && { reminderRule: reminders }),
    ...(allowDelegation !== undefined && { delegationAllowed: allowDelegation }),
    ...(metadata !== undefined && { metadata }),
    ...(signatureKinds !== undefined && { signatureKinds: readMarkKinds(signatureKinds) }),
    ...(separateFiles !== undefined && { separateFiles }),
    ...(separateCertificate !== undefined && { separateCertificate }),
  };
  return { settings, reference };
}

/** Returns the subject of a document's emails. For a test document it is marked as a test, like the title. */
export function subjectOf(wanted: string, test: boolean): string {
  const subject = cleanTitle(wanted);
  return test && subject !== '' ? testTitle(subject) : subject;
}
