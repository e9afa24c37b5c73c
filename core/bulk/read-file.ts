import { emailHeads, messageHeads, nameHeads, titleHeads } from '../csv/heads.ts';
import { nearestName } from '../csv/nearest-name.ts';
import { readCsv, type CsvFile, type CsvRow } from '../csv/read-csv.ts';
import { plainCell } from '../csv/write-csv.ts';
import { isWritten, type Field } from '../field/field.ts';
import { nameOf } from '../field/same-question.ts';
import { fold } from '../language/fold.ts';
import { blankToEmpty } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { placeholderNames, type Placeholder } from '../template/placeholders.ts';
import { everyPlaceholder, listColumn, listsOf, readListColumn } from './placeholder-cells.ts';
import type { RolePerson, TemplateRole } from '../template/roles.ts';
import { MAX_BULK_ROWS, maxColumns } from './bulk.ts';

/** Copy of the template, taken when the bulk send began. */
export type TemplateSnapshot = {
  name: string;
  roles: readonly TemplateRole[];
  fields: readonly SnapshotField[];
  /** Placeholders in the template's Word file. Each one becomes a column. */
  placeholders?: readonly Placeholder[];
};
export type SnapshotField = Omit<Field, 'recipientId'> & { roleId: string | null };

/**
 * One row of the file, which becomes one document. `line` is the line number at which the row begins, from 1.
 */
export type BulkRow = {
  line: number;
  people: RolePerson[];
  title: string;
  message: string;
  /** Initial field values by label. Empty cells are omitted. */
  values: Record<string, string>;
  /** The external ID and metadata of the document. Empty cells are omitted. */
  reference?: { externalId?: string; metadata?: Record<string, string> };
};

export type BulkFile = {
  /** Can be iterated only once. Rows are parsed lazily, so that the consumer can yield between them. */
  rows: Iterable<BulkRow>;
  /** Labels of the fields that have a column. */
  filled: string[];
  /** Columns that match nothing in the template, or the same thing as an earlier column. */
  unknown: UnknownColumn[];
};

/** A column that was not recognized. `nearest` is the known column with the most similar name. */
export type UnknownColumn = { name: string; nearest: string | null };

/** Limits for parsing the CSV file before its columns are interpreted. */
export const bulkCsvLimits = { maxRows: MAX_BULK_ROWS + 1, maxCells: maxColumns + 1 };

/**
 * Reads a CSV file whose first line names the columns. Each role has '<role> email' and '<role> name'. A single
 * role can use 'email' and 'name', and a role with a default person needs neither. Other columns are 'title',
 * 'message', the name or label of a text field, and 'items[1].title' for a list row in a Word file.
 */
export function readBulkFile(csv: string | CsvFile, snapshot: TemplateSnapshot): BulkFile | Refusal {
  const { rows: all, isCut } = typeof csv === 'string' ? readCsv(csv, bulkCsvLimits) : csv;
  const [head, ...rows] = all;
  if (head && head.cells.length > maxColumns) {
    return refuse(
      'bulk-file-unreadable',
      `The header row has more than ${maxColumns} columns. Remove those that this template does not need; the sample file shows the right ones.`,
    );
  }
  const columns = columnsOf(head?.cells ?? [], snapshot);
  const places = placesOf(columns);
  const unknown = unknownColumns(columns, snapshot);
  const missing = snapshot.roles.find(({ id, person }) => !person && !places.has(`email ${id}`));
  const misspelled =
    missing && unknown.find(({ nearest }) => nearest === columnNames(snapshot, missing).email);
  if (misspelled) return columnUnknown(misspelled);
  if (missing || rows.length === 0) {
    return refuse(
      'bulk-file-unreadable',
      missing
        ? `This file has no column called ‘${columnNames(snapshot, missing).email}’. The first line must name the columns; the sample file shows them all.`
        : 'This file has no rows below the header. Add one row per document.',
    );
  }
  if (isCut) {
    return refuse(
      'bulk-file-too-long',
      `This file has more than ${MAX_BULK_ROWS} rows. Split it and send the parts one by one.`,
    );
  }
  const filled = columns.flatMap(({ label }, at) => (label === undefined ? [] : [{ label, at }]));
  return {
    rows: rowsOf(rows, { places, filled }, snapshot),
    filled: filled.map(({ label }) => label),
    unknown,
  };
}

/** Returns the refusal for an unknown column. */
export function columnUnknown({ name, nearest }: UnknownColumn): Refusal {
  const proposal = nearest === null ? '' : ` Did you mean ‘${nearest}’?`;
  return refuse(
    'bulk-column-unknown',
    `This template has no column ‘${name}’.${proposal} Rename or remove the column, or name it in ignoreColumns.`,
    { name, nearest: nearest ?? '' },
  );
}

/** Similar names are searched only for the first unknown columns, because a file may have thousands. */
const MAX_SUGGESTIONS = 10;

function unknownColumns(columns: readonly Column[], snapshot: TemplateSnapshot): UnknownColumn[] {
  const unknown = columns.filter(({ means, name }) => means === null && name !== '');
  const used = new Set(columns.flatMap(({ means, name }) => (means === null ? [] : [fold(name)])));
  const free = unknown.length === 0 ? [] : sampleColumns(snapshot).filter((name) => !used.has(fold(name)));
  return unknown.map(({ name }, at) => ({
    name,
    nearest: at < MAX_SUGGESTIONS ? nearestName(name, free) : null,
  }));
}

/** Returns the header line of a sample file for this template. */
export function sampleColumns(snapshot: TemplateSnapshot): string[] {
  const people = snapshot.roles
    .filter(({ person }) => !person)
    .flatMap((role) => Object.values(columnNames(snapshot, role)));
  const common = ['Title', 'Message', 'External ID'];
  const taken = new Set([...people, ...common].map(fold));
  const labels = labelsOf(snapshot).map((label) => (taken.has(fold(label)) ? `${fieldMark}${label}` : label));
  const lists = listsOf(snapshot.placeholders ?? []).flatMap(({ name, columns = [] }) =>
    [1, 2].flatMap((row) => everyPlaceholder(columns).map((one) => listColumn(name, row, one.name))),
  );
  return [...people, ...common, ...labels, ...new Set(lists)];
}

type Column = { name: string; means: string | null; label?: string };

function columnsOf(heads: readonly string[], snapshot: TemplateSnapshot): Column[] {
  const meanings = new Map<string, Omit<Column, 'name'>>();
  // Field labels overwrite this entry later, so that a field called 'title' keeps its column.
  for (const head of titleHeads) meanings.set(fold(head), { means: 'title' });
  for (const head of messageHeads) meanings.set(fold(head), { means: 'message' });
  for (const { id, name } of snapshot.roles) {
    for (const [part, names] of [
      ['email', emailHeads],
      ['name', nameHeads],
    ] as const) {
      for (const head of names) {
        const means = { means: `${part} ${id}` };
        if (snapshot.roles.length === 1) meanings.set(fold(head), means);
        meanings.set(fold(`${name} ${head}`), means);
      }
    }
  }
  for (const label of labelsOf(snapshot)) {
    meanings.set(fold(label), { means: `field ${label}`, label });
    meanings.set(fold(fieldMark + label), { means: `field ${label}`, label });
  }
  meanings.set('title', { means: 'title' });
  meanings.set('message', { means: 'message' });
  for (const head of ['External ID', 'externalId']) meanings.set(fold(head), { means: 'externalId' });
  for (const role of snapshot.roles) {
    for (const part of ['email', 'name'] as const) {
      const means = { means: `${part} ${role.id}` };
      if (snapshot.roles.length === 1) meanings.set(part, means);
      meanings.set(fold(`${role.name} ${part}`), means);
    }
  }
  const used = new Set<string>();
  return heads.map((head) => {
    const name = plainCell(head).trim();
    const key = /^metadata\[(.+)\]$/i.exec(name)?.[1]?.trim();
    const ofList = readListColumn(snapshot.placeholders ?? [], name);
    const meaning =
      meanings.get(fold(name)) ??
      (ofList ? { means: `field ${ofList}`, label: ofList } : undefined) ??
      (key ? { means: `metadata ${key}` } : undefined);
    // If two columns have the same name, the first one is used.
    if (!meaning?.means || used.has(meaning.means)) return { name, means: null };
    used.add(meaning.means);
    return { name, ...meaning };
  });
}

/** Precomputes the column positions, because a file can have many rows and many ignored columns. */
function placesOf(columns: readonly Column[]): Map<string, number> {
  return new Map(
    columns.flatMap(({ means }, at): [string, number][] => (means === null ? [] : [[means, at]])),
  );
}

function columnNames({ roles }: TemplateSnapshot, role: TemplateRole): { email: string; name: string } {
  return roles.length === 1
    ? { email: 'Email', name: 'Name' }
    : { email: `${role.name} Email`, name: `${role.name} Name` };
}

const fieldMark = 'Field: ';

/** Returns the distinct names or labels of the text fields in field order, and the names of the placeholders. */
function labelsOf({ fields, placeholders = [] }: TemplateSnapshot): string[] {
  const named = fields
    .filter(({ type }) => isWritten(type))
    .map(nameOf)
    .filter((name) => name !== '');
  const lists = new Set(listsOf(placeholders).map(({ name }) => name));
  const labels = [...named, ...placeholderNames(placeholders).filter((name) => !lists.has(name))];
  return [...new Map(labels.toReversed().map((label) => [fold(label), label])).values()].toReversed();
}

type Places = {
  places: ReadonlyMap<string, number>;
  filled: readonly { label: string; at: number }[];
};

function* rowsOf(rows: readonly CsvRow[], columns: Places, snapshot: TemplateSnapshot): Iterable<BulkRow> {
  for (const row of rows) yield rowOf(row, columns, snapshot);
}

function rowOf({ line, cells }: CsvRow, { places, filled }: Places, { roles }: TemplateSnapshot): BulkRow {
  const textAt = (at: number | undefined): string => {
    const text = at === undefined ? undefined : cells[at];
    return text ? plainCell(text).normalize('NFC').trim() : '';
  };
  const cell = (means: string): string => textAt(places.get(means));
  const values = filled
    .map(({ label, at }): [string, string] => [label, blankToEmpty(textAt(at))])
    .filter(([, value]) => value !== '');
  const metadata = Array.from(places)
    .filter(([means]) => means.startsWith('metadata '))
    .map(([means, at]): [string, string] => [means.slice('metadata '.length), textAt(at)])
    .filter(([, value]) => value !== '');
  const externalId = cell('externalId');
  const reference = {
    ...(externalId && { externalId }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
  };
  return {
    line,
    people: roles.map(({ id, person }) => {
      const given = { email: cell(`email ${id}`), name: cell(`name ${id}`) };
      return { roleId: id, ...(person && given.email === '' && given.name === '' ? person : given) };
    }),
    title: blankToEmpty(cell('title')),
    message: blankToEmpty(cell('message')),
    values: Object.fromEntries(values),
    ...(Object.keys(reference).length > 0 && { reference }),
  };
}
