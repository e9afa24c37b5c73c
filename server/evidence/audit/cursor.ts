import { isId } from '../../foundation/db/new-id.ts';

/** The last event on a page: the document's id and sequence number, or the account event's id and 0. */
export type Cursor = { occurredAt: Date; id: string; seq: number };

/** Compares events in audit trail order: newest first, then by id, then by descending sequence number. */
export function inOrder(a: Cursor, b: Cursor): number {
  return (
    b.occurredAt.getTime() - a.occurredAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : b.seq - a.seq)
  );
}

/** Event times have millisecond precision, so converting them to a Date loses nothing. */
export function writeCursor({ occurredAt, id, seq }: Cursor): string {
  return Buffer.from(`${occurredAt.getTime()} ${id} ${seq}`).toString('base64url');
}

export function readCursor(cursor: string | undefined): Cursor | undefined {
  if (!cursor) return undefined;
  const [time = '', id = '', seq = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const known = /^\d{1,15}$/.test(time) && isId(id) && /^\d{1,9}$/.test(seq);
  return known ? { occurredAt: new Date(Number(time)), id, seq: Number(seq) } : undefined;
}
