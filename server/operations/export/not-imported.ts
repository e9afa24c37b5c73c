import type { ExportedTable } from '#core/export/export-format.ts';
import type { Archive } from './read-archive.ts';

/**
 * Number of rejected parts by kind, where everything else of their document, template or account was
 * imported.
 */
export type Dropped = Map<DroppedKind, number>;
type DroppedKind = keyof typeof sentences;

const sentences = {
  contacts: ['contacts', 'whose name or address is refused here or occurs twice'],
  recipients: ['recipients of drafts', 'whose address is refused here'],
  names: ['names of recipients of drafts', 'which are refused here'],
  fields: ['fields of drafts and templates', 'which do not fit on the prepared pages'],
  codes: ['access codes of drafts', 'so their senders have to set new ones before sending'],
  brand: ['the brand', 'whose name, color or text is refused here'],
} as const;

/** Tables that are not imported (docs/export.md). */
const tables: Readonly<Partial<Record<ExportedTable, string>>> = {
  bulk_sends: 'bulk sends',
  form_entries: 'answers to public forms',
  mails: 'records of emails',
  mail_blocks: 'blocks of senders',
  embedding_origins: 'origins for embedding',
  member_photos: 'photos',
  account_events: 'events of the account',
};

export function drop(dropped: Dropped, kind: DroppedKind, count = 1): void {
  if (count > 0) dropped.set(kind, (dropped.get(kind) ?? 0) + count);
}

/** Describes for the operator which parts of the archive the account does not get. */
export async function notesOfMissing(archive: Archive, dropped: Dropped): Promise<string[]> {
  const counted: string[] = [];
  for (const [table, name] of Object.entries(tables)) {
    let rows = 0;
    for await (const _ of archive.rows(table as ExportedTable)) rows += 1;
    if (rows > 0) counted.push(`${name} (${rows})`);
  }
  return [
    ...[...dropped].map(([kind, count]) => {
      const [what, why] = sentences[kind];
      return `Not imported: ${what} (${count}), ${why}.`;
    }),
    ...(counted.length > 0 ? [`Not imported: ${counted.join(', ')}.`] : []),
  ];
}
