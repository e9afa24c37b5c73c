import type { TemplateView } from '#contract/documents/templates.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { SendForm } from './send-values.ts';

/** Returns the initial terms for documents of a template. The template has roles instead of recipients. */
export function termsOf(
  { subject, message, reminders, allowDelegation, signatureKinds, ...sending }: TemplateView['sending'],
  formats: DocumentFormats,
  /** The number of days if the template does not set one. */
  inheritedDays: number,
): SendForm {
  return {
    recipients: [],
    signingOrder: 'parallel',
    subject,
    message,
    days: sending.expirationDays ?? inheritedDays,
    remind: reminders !== null,
    everyDays: reminders?.everyDays ?? 3,
    most: reminders?.most ?? 3,
    allowDelegation,
    returnUrl: '',
    signatureKinds,
    separateFiles: sending.separateFiles,
    separateCertificate: sending.separateCertificate,
    formats,
  };
}
