import { isId } from '../../foundation/db/new-id.ts';

/** PostgreSQL NOTIFY channel that carries hints between instances. */
export const hintChannel = 'live';

const parts = [
  'documents',
  'account',
  'templates',
  'contacts',
  'folders',
  'audit',
  'webhooks',
  'exports',
] as const;
type Part = (typeof parts)[number];

/**
 * A database change to announce to connected pages. Triggers in the first migration send it. Contains only
 * ids.
 */
export type Hint = { accountId: string } & (
  | { subject: Part }
  /** Any change to a document. Sent to the document's account. */
  | { subject: 'document'; documentId: string }
  /** A change that signers need to know: status, expiry, or another signature. */
  | { subject: 'state'; documentId: string }
  | { subject: 'recipient'; documentId: string; recipientId: string }
  /** Progress of a bulk send. */
  | { subject: 'bulk'; bulkId: string }
  | { subject: 'notices'; userId: string }
  | { subject: 'session'; session: string }
);

/** Parses a hint. Returns undefined for messages from other versions of the program. */
export function readHint(payload: string): Hint | undefined {
  const [accountId = '', subject = '', id = '', second = ''] = payload.split(' ');
  if (!isId(accountId)) return undefined;
  const part = parts.find((each) => each === subject);
  if (part) return { accountId, subject: part };
  switch (subject) {
    case 'document':
    case 'state':
      return isId(id) ? { accountId, subject, documentId: id } : undefined;
    case 'recipient':
      return isId(id) && isId(second)
        ? { accountId, subject, documentId: id, recipientId: second }
        : undefined;
    case 'bulk':
      return isId(id) ? { accountId, subject, bulkId: id } : undefined;
    case 'notices':
      return isId(id) ? { accountId, subject, userId: id } : undefined;
    case 'session':
      return id === '' ? undefined : { accountId, subject, session: id };
    default:
      return undefined;
  }
}
