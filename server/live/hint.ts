import { isId } from '../db/new-id.ts';

/** The channel of NOTIFY on which hints travel between instances. */
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

/** A change of the database, told to everybody who looks on (its triggers are in the first migration). Ids only. */
export type Hint = { accountId: string } & (
  | { subject: Part }
  /** Anything of a document that its account sees. */
  | { subject: 'document'; documentId: string }
  /** Whether its signers have to know: its status, its time, or that somebody has signed. */
  | { subject: 'state'; documentId: string }
  | { subject: 'recipient'; documentId: string; recipientId: string }
  /** How far a bulk send is. */
  | { subject: 'bulk'; bulkId: string }
  | { subject: 'notices'; userId: string }
  | { subject: 'session'; session: string }
);

/** Undefined for what another version of the program may say. */
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
