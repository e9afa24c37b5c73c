import { randomUUID } from 'node:crypto';
import { chainEvent, chainStart, commitTo } from '#core/trail/chain.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import type { ForgedRow, Tables } from './pack-archive.ts';

/** Returns the rows of one document in an archive. */
export const rowsOfDocument = (tables: Tables, table: string, document: string): ForgedRow[] =>
  tables.rows(table).filter((row) => row[columnOf(table)] === document);

const columnOf = (table: string): string => (table === 'documents' ? 'id' : 'document_id');

export function editRows(
  tables: Tables,
  table: string,
  document: string,
  change: (row: ForgedRow) => ForgedRow,
): void {
  tables.set(
    table,
    tables.rows(table).map((row) => (row[columnOf(table)] === document ? change(row) : row)),
  );
}

/** Returns the rows in the order in which an export writes them. */
export function inOrderOfExport(rows: readonly ForgedRow[], table = ''): ForgedRow[] {
  const isOwn = table === 'documents' || rows.every((row) => row['document_id'] === undefined);
  const keyOf = ({ id, document_id: of, seq }: ForgedRow): string =>
    isOwn ? JSON.stringify(id) : `${JSON.stringify(of)} ${String(Number(seq ?? 0)).padStart(6, '0')}`;
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

export const dataOfEvent = (row: ForgedRow): TrailEvent['data'] =>
  (JSON.parse(String(row['body'])) as TrailEvent).data;

/** Rebuilds the trail of one document, so that each event continues from the one before. */
export function rechain(tables: Tables, document: string, change: (event: TrailEvent) => TrailEvent): void {
  let prev = chainStart;
  const rows = inOrderOfExport(rowsOfDocument(tables, 'events', document)).map((row) => {
    const event = { ...change(JSON.parse(String(row['body'])) as TrailEvent), prev };
    const chained = chainEvent(event, sha256);
    prev = chained.hash;
    return { ...row, ...chained, prev_hash: event.prev, occurred_at: event.occurredAt };
  });
  const others = tables.rows('events').filter((row) => row['document_id'] !== document);
  tables.set('events', inOrderOfExport([...others, ...rows]));
}

/** Appends an event that never happened, with values that match its commitments. Returns the event's time. */
export function addEvent(
  tables: Tables,
  document: string,
  { type, actor, data }: Pick<TrailEvent, 'type' | 'actor' | 'data'>,
  values: Record<string, string>,
): string {
  const last = inOrderOfExport(rowsOfDocument(tables, 'events', document)).at(-1)!;
  const seq = Number(last['seq']) + 1;
  const salt = 'ada5a170000000000000000000000000';
  const event: TrailEvent = {
    v: 1,
    documentId: document,
    seq,
    id: randomUUID(),
    type,
    actor,
    data,
    occurredAt: new Date(Date.parse(String(last['occurred_at'])) + 1000).toISOString(),
    personal: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, commitTo(salt, value, sha256)]),
    ),
    prev: String(last['hash']),
  };
  const row = { ...last, ...chainEvent(event, sha256), prev_hash: event.prev, seq, id: event.id, type };
  tables.set(
    'events',
    inOrderOfExport([...tables.rows('events'), { ...row, occurred_at: event.occurredAt }]),
  );
  const added = Object.entries(values).map(([name, value]) => ({
    account_id: last['account_id'],
    document_id: document,
    seq,
    name,
    value,
    salt,
  }));
  tables.set('event_values', inOrderOfExport([...tables.rows('event_values'), ...added]));
  return event.occurredAt;
}
