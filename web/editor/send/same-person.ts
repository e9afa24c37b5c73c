import type { SendRow } from './send-values.ts';

type Who = Pick<SendRow, 'email' | 'role'>;

/**
 * Returns the index of an earlier row with the same mailbox and role, or null. Two roles of one mailbox, such
 * as signer and approver, are separate steps of one person and are not merged.
 */
export function findSamePerson(rows: readonly Who[], index: number): number | null {
  const row = rows[index];
  const email = row?.email.trim().toLowerCase();
  if (!row || !email) return null;
  const at = rows.findIndex((one) => one.role === row.role && one.email.trim().toLowerCase() === email);
  return at < index ? at : null;
}

/**
 * Returns which of two duplicate rows remains and which is removed. A saved row remains, because it has
 * fields, links and settings.
 */
export function merged(
  rows: readonly Pick<SendRow, 'recipientId'>[],
  index: number,
  twin: number,
): { stays: number; goes: number } {
  const onlyLaterIsSaved = rows[index]?.recipientId !== '' && rows[twin]?.recipientId === '';
  return onlyLaterIsSaved ? { stays: index, goes: twin } : { stays: twin, goes: index };
}
