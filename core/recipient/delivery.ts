import { refuse, type Refusal } from '../refusal.ts';
import { isMailAddress } from './address.ts';
import { isInvitedByMail, type Recipient } from './recipient.ts';

type Delivered = Pick<Recipient, 'email' | 'name' | 'role' | 'sendEmail'> & {
  mailCode?: boolean | undefined;
};

/**
 * Refuses a recipient who could not be reached. An address is required unless the sender delivers the link.
 * Without an address, a name is required, and settings that need a mailbox are refused.
 */
export function checkDelivery(recipient: Delivered): Refusal | undefined {
  const { email, name, role, mailCode = false } = recipient;
  if (email === '' && !isInvitedByMail(recipient)) {
    if (name.trim() === '') return nameMissing;
    if (mailCode) return codeWithoutMailbox(name);
  } else if (!isMailAddress(email)) {
    return addressInvalid;
  }
  return role === 'cc' && !isInvitedByMail(recipient) ? copyWithoutEmail(name || email) : undefined;
}

export const addressInvalid = refuse(
  'recipient-address-invalid',
  'Invalid email addresses: Please enter valid email addresses for all recipients',
);

const nameMissing = refuse(
  'recipient-name-missing',
  'A recipient without an email address needs a name. Enter one.',
);

function codeWithoutMailbox(name: string): Refusal {
  return refuse(
    'recipient-needs-mailbox',
    `${name} has no email address, so no code can be emailed. Choose an access code or a passkey instead.`,
    { name },
  );
}

function copyWithoutEmail(name: string): Refusal {
  return refuse(
    'recipient-needs-mailbox',
    `${name} only gets a copy, which is emailed. Let us email it, or make them a viewer.`,
    { name },
  );
}

/** The settings of a recipient that decide whether their link is protected. */
type Protected = {
  accessCodeHash?: string | null;
  mailCode?: boolean | undefined;
  passkey?: string | undefined;
};

/**
 * Refuses an unprotected link that the sender delivers, because anyone who obtains it could use it. With
 * `required`, the account demands an access code, an emailed code or a passkey.
 */
export function checkLinkProtection(
  { name, email, ...recipient }: Pick<Recipient, 'name' | 'email'> & Protected,
  required: boolean,
): Refusal | undefined {
  const { accessCodeHash = null, mailCode = false, passkey = 'none' } = recipient;
  if (!required || accessCodeHash !== null || mailCode || passkey === 'required') return undefined;
  const who = name || email;
  return refuse(
    'link-unprotected',
    `Your account requires an access code or a passkey for links that you deliver yourself. Set one for ${who}.`,
    { name: who },
  );
}
