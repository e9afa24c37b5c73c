import type { EventType } from '#core/trail/event.ts';
import type { EventRow } from '../../records/trail/trail-store.ts';
import type { Archive, ArchiveRow } from './read-archive.ts';

export type Trail = (EventRow & { seq: number })[];

const partTables = [
  'recipients',
  'fields',
  'field_values',
  'attachments',
  'signatures',
  'event_values',
] as const;

/** A document in an archive, with its rows. */
export type DocumentParts = {
  readonly id: string;
  readonly document: ArchiveRow;
  readonly trail: Trail;
} & Readonly<Record<(typeof partTables)[number], readonly ArchiveRow[]>>;

/**
 * Reads the documents of an archive one at a time, so that no table has to fit in memory. Rows must be
 * ordered by document. `stray` is called with the document id of each row that has no document at that point.
 */
export async function* documentsOf(
  archive: Archive,
  stray: (documentId: string, table: string) => void = () => undefined,
): AsyncGenerator<DocumentParts> {
  const readers = [...partTables, 'events' as const].map((table) => ({
    table,
    rows: byDocument(archive.rows(table)),
  }));
  for await (const document of archive.rows('documents')) {
    const id = String(document['id']);
    const parts: Record<string, ArchiveRow[]> = {};
    for (const { table, rows } of readers) {
      for (const skipped of await rows.before(id)) stray(skipped, table);
      parts[table] = await rows.of(id);
    }
    const { events, ...others } = parts;
    yield { id, document, trail: trailOf(events!), ...others } as DocumentParts;
  }
  for (const { table, rows } of readers) for (const left of await rows.before()) stray(left, table);
}

const trailOf = (rows: readonly ArchiveRow[]): Trail =>
  rows
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    .map((row) => ({
      id: String(row['id']),
      type: row['type'] as EventType,
      seq: Number(row['seq']),
      body: String(row['body']),
      hash: String(row['hash']),
      occurred_at: new Date(String(row['occurred_at'])),
    }));

/** Groups rows that are ordered by document. */
function byDocument(rows: AsyncGenerator<ArchiveRow>) {
  let next: ArchiveRow | undefined;
  let over = false;
  const idOf = (row: ArchiveRow): string => String(row['document_id']);
  const look = async (): Promise<ArchiveRow | undefined> => {
    if (next || over) return next;
    const { value, done } = await rows.next();
    over = done === true;
    next = done ? undefined : value;
    return next;
  };
  const take = async (fits: (id: string) => boolean): Promise<ArchiveRow[]> => {
    const taken: ArchiveRow[] = [];
    for (let row = await look(); row && fits(idOf(row)); row = await look()) {
      taken.push(row);
      next = undefined;
    }
    return taken;
  };
  return {
    of: (id: string) => take((its) => its === id),
    /**
     * Returns the document ids of rows that belong before this document. Without `id`, returns those of all
     * remaining rows.
     */
    before: async (id?: string) => new Set((await take((its) => id === undefined || its < id)).map(idOf)),
  };
}
