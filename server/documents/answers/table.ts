import { sql, type Kysely } from 'kysely';
import { MAX_ANSWER_ROWS, type AnswerRow } from '#contract/documents/answers.ts';
import { timeCell, type Cell } from '#core/answers/cell.ts';
import { answerColumns, columnKey, questionsOf, type AnswerColumn } from '#core/answers/columns.ts';
import type { Field } from '#core/field/field.ts';
import { isDay } from '#core/formats/day.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { loadAnswers, type Answered } from './answer-rows.ts';
import type { Source } from './sources.ts';

type Db = Kysely<Schema>;
type Table = { people: number; metadata: string[]; columns: AnswerColumn[] };

const rowsAtOnce = 200;

/** Yields the heading and then all rows in chunks. Returns a refusal if there are too many rows. */
export async function answerTable(
  db: Db,
  accountId: string,
  source: Source,
): Promise<AsyncGenerator<Cell[][]> | Refusal> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${source.from}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) > MAX_ANSWER_ROWS) return tooMany;
  const people = Math.max(source.people, await mostRecipients(db, accountId, source));
  const metadata = await metadataKeys(db, source);
  const taken = fixedHeads(source.kind, metadata, people);
  const columns = answerColumns(await fieldLists(db, accountId, source), taken);
  const heads = [...taken, ...columns.map(({ heading }) => heading)];
  return pages({ people, metadata, columns }, heads);

  async function* pages(table: Table, first: string[]): AsyncGenerator<Cell[][]> {
    yield [first];
    let after: string | undefined;
    for (;;) {
      const page = await source.page(after, rowsAtOnce);
      const titles = page.map(({ title }) => title ?? '');
      const answered = await loadAnswers(db, accountId, page);
      yield answered.map((one, at) => cellsOf(one, titles[at]!, table));
      if (page.length < rowsAtOnce) return;
      after = page.at(-1)!.key;
    }
  }
}

const tooMany = refuse(
  'export-too-long',
  `This export would have more than ${MAX_ANSWER_ROWS} rows. Choose a shorter period.`,
  { max: MAX_ANSWER_ROWS },
);

async function mostRecipients(db: Db, accountId: string, { from }: Source): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`SELECT max(people)::int AS most FROM (
    SELECT count(*) AS people FROM recipients WHERE account_id = ${accountId}
       AND document_id IN (SELECT documents.id FROM ${from}) GROUP BY document_id) AS counted`.execute(db);
  return rows[0]?.most ?? 0;
}

async function metadataKeys(db: Db, { from }: Source): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT DISTINCT key
    FROM (SELECT documents.metadata FROM ${from}) AS own, jsonb_object_keys(own.metadata) AS key
    ORDER BY key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Returns the distinct lists of fields, with those of the newest documents first. */
async function fieldLists(db: Db, accountId: string, { from }: Source): Promise<Field[][]> {
  const { rows } = await sql<{ list: Field[] }>`WITH placed AS (
      SELECT document_id, position, type, label, properties, min(position) OVER (
          PARTITION BY document_id, recipient_id, properties->>'name') AS first
        FROM fields WHERE account_id = ${accountId} AND document_id IN (SELECT documents.id FROM ${from})),
    lists AS (
      SELECT document_id::text AS document, jsonb_agg(jsonb_build_object('type', type, 'label', label,
          'properties', jsonb_strip_nulls(jsonb_build_object('group', properties->'group',
            'name', properties->'name'))) ORDER BY position) AS list
        FROM placed WHERE NOT properties ? 'name' OR position = first GROUP BY document_id)
    SELECT list FROM lists GROUP BY list ORDER BY max(document) DESC`.execute(db);
  return rows.map(({ list }) => list);
}

const sourceHeads = {
  template: [],
  bulk: ['Line', 'Result', 'Reason'],
  form: ['Requested (UTC)', 'Confirmed (UTC)'],
} as const;
const documentHeads = [
  ...['Document', 'Title', 'Status', 'Sent (UTC)', 'Completed (UTC)', 'Completed', 'Time zone'],
  'External ID',
];

function fixedHeads(kind: Source['kind'], metadata: string[], people: number): string[] {
  const heads = Array.from({ length: people }, (_, at) =>
    ['name', 'email', 'status'].map((part) => `Recipient ${at + 1} ${part}`),
  );
  const keys = metadata.map((key) => `metadata[${key}]`);
  return [...sourceHeads[kind], ...documentHeads, ...keys, ...heads.flat()];
}

function cellsOf({ row, fields }: Answered, title: string, { people, metadata, columns }: Table): Cell[] {
  const values = valueCells(row, fields);
  const recipients = Array.from({ length: people }, (_, at) => row.recipients[at]);
  return [
    ...sourceCells(row),
    ...documentCells(row, title),
    ...metadata.map((key) => row.document?.metadata[key] ?? null),
    ...recipients.flatMap((one) => [one?.name ?? '', one?.email ?? '', one?.status ?? '']),
    ...columns.map((column) => values.get(columnKey(column)) ?? null),
  ];
}

function sourceCells({ bulkRow, formEntry }: AnswerRow): Cell[] {
  if (bulkRow) return [bulkRow.line, bulkRow.state, bulkRow.detail ?? bulkRow.code];
  if (!formEntry) return [];
  return [timeCell(new Date(formEntry.requestedAt)), timeCell(new Date(formEntry.confirmedAt))];
}

function documentCells({ document }: AnswerRow, titleOfRow: string): Cell[] {
  if (!document) return [null, titleOfRow, ...documentHeads.slice(2).map(() => null)];
  const { id, title, status, timeZone, externalId } = document;
  const [sent, completed] = [document.sentAt, document.completedAt].map((at) => at && new Date(at));
  const times = [timeCell(sent || null), timeCell(completed || null), timeCell(completed || null, timeZone)];
  return [id, title, status, ...times, timeZone, externalId];
}

/** Returns the cells of a row by question. */
function valueCells({ values }: AnswerRow, fields: readonly Field[]): Map<string, Cell> {
  const questions = questionsOf(fields);
  const keys = new Map(
    fields.flatMap(({ id }, at) => {
      const question = questions[at];
      return question ? [[id, columnKey(question)] as const] : [];
    }),
  );
  return new Map(
    values.flatMap(({ fieldId, type, value }): [string, Cell][] => {
      const key = keys.get(fieldId);
      return key === undefined ? [] : [[key, valueCell(type, value)]];
    }),
  );
}

function valueCell(type: Field['type'], value: string | boolean): Cell {
  if (typeof value === 'boolean') return value;
  if (type === 'number') return { decimal: value };
  return (type === 'date' || type === 'dateEntry') && isDay(value) ? { day: value } : value;
}
