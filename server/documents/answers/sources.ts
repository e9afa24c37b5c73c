import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnswerRow } from '#contract/documents/answers.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import { findBulk } from '../bulk/bulk-store.ts';
import { findForm } from '../public-forms/form-store.ts';
import { findTemplate } from '../templates/template-store.ts';

type Db = Kysely<Schema>;

/** The caller and the period; `test` selects test documents instead of real ones. */
export type Scope = { accountId: string; sight: Visibility; test: boolean; from: Date; to: Date };

type Person = { name: string; email: string };
export type SourceRow = {
  /** Position of the row, for the cursor. */
  key: string;
  documentId: string | null;
  /** The people of a row without a document. */
  people?: Person[];
  title?: string;
} & Pick<AnswerRow, 'bulkRow' | 'formEntry'>;

/** A set of documents whose answers are read together, and the additional columns of their rows. */
export type Source = {
  kind: 'template' | 'bulk' | 'form';
  /** SQL after FROM, which includes the table `documents`. */
  from: RawBuilder<unknown>;
  page(after: string | undefined, limit: number): Promise<SourceRow[]>;
  /** Minimum number of recipient columns. */
  people: number;
};

export async function templateSource(db: Db, scope: Scope, id: string): Promise<Source | undefined> {
  if (!(await findTemplate(db, scope.accountId, id))) return undefined;
  const from = sql`documents WHERE ${visible(scope)} AND documents.template_id = ${id} AND ${within(scope)}`;
  return { kind: 'template', from, people: 1, page: pagesOf(db, from, sql`documents.id`, isId) };
}

export async function formSource(db: Db, scope: Scope, id: string): Promise<Source | undefined> {
  const { accountId } = scope;
  if (!(await findForm(db, { accountId, templateId: id }))) return undefined;
  const from = sql`form_entries AS entry
    JOIN documents ON documents.account_id = entry.account_id AND documents.id = entry.document_id
    WHERE entry.account_id = ${accountId} AND entry.template_id = ${id} AND entry.confirmed_at IS NOT NULL
      AND ${visible(scope)} AND ${within(scope)}`;
  const own = sql`jsonb_build_object('formEntry', jsonb_build_object(
    'requestedAt', entry.requested_at, 'confirmedAt', entry.confirmed_at))`;
  return { kind: 'form', from, people: 1, page: pagesOf(db, from, sql`entry.id`, isId, own) };
}

/** Includes the rows that were not sent, with the reason. */
export async function bulkSource(db: Db, scope: Scope, id: string): Promise<Source | undefined> {
  const { accountId } = scope;
  const bulk = await findBulk(db, { accountId, id });
  if (!bulk) return undefined;
  const from = sql`bulk_rows LEFT JOIN documents ON documents.account_id = bulk_rows.account_id
      AND documents.id = bulk_rows.document_id AND ${visible(scope)}
    WHERE bulk_rows.account_id = ${accountId} AND bulk_rows.bulk_id = ${id}
      AND ${within(scope, bulk.createdAt)}`;
  const own = sql`jsonb_build_object('title', bulk_rows.title, 'people', bulk_rows.cells->'people',
    'bulkRow', jsonb_build_object('line', bulk_rows.line, 'state', bulk_rows.state,
      'code', bulk_rows.problem, 'detail', bulk_rows.detail))`;
  const isLine = (text: string) => /^\d{1,9}$/.test(text);
  const page = pagesOf(db, from, sql`bulk_rows.line`, isLine, own);
  return { kind: 'bulk', from, people: bulk.snapshot.roles.length, page };
}

/** Excludes documents in the bin, because their content can no longer be read. */
function visible({ accountId, sight, test }: Scope): RawBuilder<boolean> {
  return sql<boolean>`(documents.account_id = ${accountId} AND documents.deleted_at IS NULL
    AND documents.test = ${test} AND documents.sent_at IS NOT NULL AND ${seesDocuments(sight)})`;
}

function within({ from, to }: Scope, unsentAt: Date | null = null): RawBuilder<boolean> {
  const at = sql`coalesce(documents.sent_at, ${unsentAt}::timestamptz)`;
  return sql<boolean>`(${at} >= ${from} AND ${at} < ${to})`;
}

function pagesOf(
  db: Db,
  from: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  isKey: (text: string) => boolean,
  own: RawBuilder<unknown> = sql`'{}'::jsonb`,
): Source['page'] {
  return async (after, limit) => {
    const following = after !== undefined && isKey(after) ? sql`AND ${key} > ${after}` : sql``;
    const { rows } = await sql<{ key: string; documentId: string | null; own: Partial<SourceRow> }>`
      SELECT ${key}::text AS key, documents.id AS "documentId", ${own} AS own
        FROM ${from} ${following} ORDER BY ${key} LIMIT ${limit}`.execute(db);
    return rows.map(({ own: rest, ...row }) => ({ ...row, ...rest }));
  };
}
