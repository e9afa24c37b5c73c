import type { RecipientInput, RecipientView, SendBody } from '#contract/documents/documents.ts';
import type { SendForm, SendRow } from './send-values.ts';
import { orderOf } from '../recipients/turns.ts';

/**
 * Returns the draft's recipients from the dialog. Their numbers determine the order, unless all sign in
 * parallel.
 */
export function recipientsToSave({ recipients, signingOrder }: SendForm): {
  recipients: RecipientInput[];
  signingOrder?: 'parallel';
} {
  if (signingOrder === 'sequential')
    return { recipients: recipients.map((row) => ({ ...asRecipient(row), order: orderOf(row.order) })) };
  return { recipients: recipients.map(asRecipient), signingOrder };
}

/** Returns the body of the send request, with the recipients as saved. */
export function sendRequest(values: SendForm, recipients: readonly RecipientView[]): SendBody {
  return {
    recipients: recipients.map(({ id, email, name, role, order, language }) => {
      return { id, email, name, role, order, language };
    }),
    subject: values.subject.trim(),
    message: values.message.trim(),
    expirationDays: values.days,
    ...(values.signingOrder === 'parallel' && { signingOrder: values.signingOrder }),
    reminders: values.remind ? { everyDays: values.everyDays, most: values.most } : null,
    allowDelegation: values.allowDelegation,
    ...(values.returnUrl.trim() !== '' && { returnUrl: values.returnUrl.trim() }),
    signatureKinds: values.signatureKinds,
    separateFiles: values.separateFiles,
    separateCertificate: values.separateCertificate,
    formats: values.formats,
  };
}

/** A copy is always emailed. */
export function isEmailed({ sendEmail, role }: Pick<SendRow, 'sendEmail' | 'role'>): boolean {
  return sendEmail || role === 'cc';
}

function asRecipient(row: SendRow): RecipientInput {
  const { recipientId, email, name, role, language, accessCode, mailCode, passkey, message } = row;
  const { codeNeeded, withoutCode } = row;
  return {
    ...(recipientId ? { id: recipientId } : {}),
    email: email.trim(),
    name: name.trim(),
    sendEmail: isEmailed(row),
    phone: isEmailed(row) ? '' : row.phone.trim(),
    role,
    language,
    ...(accessCode.trim() ? { accessCode: accessCode.trim() } : {}),
    ...(codeNeeded && withoutCode && !accessCode.trim() ? { accessCode: null } : {}),
    mailCode,
    passkey,
    message: message.trim(),
    files: role === 'cc' ? row.files : null,
  };
}
