import { sql, type Kysely } from 'kysely';
import type { TemplateSummary } from '#contract/documents/templates.ts';
import type { DocumentState } from '#core/document/lifecycle.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { TemplateCategory } from '#core/template/template.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { seesDocuments, seesTemplates } from '../../records/visibility-store.ts';
import { hasReference, type ReferenceFilter } from '../../records/reference-store.ts';
import { withParts } from './template-store.ts';
import type { Template } from './template.ts';
import { containing } from '../../foundation/db/like-pattern.ts';

type Db = Kysely<Schema>;
type Filter = ReferenceFilter & {
  q?: string | undefined;
  category?: TemplateCategory | undefined;
  /** Only templates in these folders. Null means the top level, and undefined all folders. */
  folders?: readonly string[] | null | undefined;
  sight: Visibility;
};
export type TemplatesPage = { templates: Template[]; next: string | null };

/**
 * Returns templates, newest first. `q` searches name and description. The next page starts after the last row
 * returned.
 */
export async function listTemplates(
  db: Db,
  accountId: string,
  query: Filter & { cursor?: string | undefined; limit: number },
): Promise<TemplatesPage> {
  const after = readCursor(query.cursor);
  let select = matching(db, accountId, query).selectAll();
  if (after) select = select.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`);
  const found = await select
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return {
    templates: await withParts(db, accountId, page),
    next: found.length > query.limit && last ? writeCursor(last) : null,
  };
}

/** Counts the matching templates. Plans keep their number low. */
export async function countTemplates(db: Db, accountId: string, filter: Filter): Promise<number> {
  const counted = await matching(db, accountId, filter)
    .select((count) => count.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(counted.count);
}

export type DocumentCounts = TemplateSummary['documents'];

/** Counts the documents made from each of these templates that the member can see, in one query. */
export async function countDocuments(
  db: Db,
  accountId: string,
  { ids, sight }: { ids: readonly string[]; sight: Visibility },
): Promise<(templateId: string) => DocumentCounts> {
  if (ids.length === 0) return () => noDocuments;
  const rows = await db
    .selectFrom('documents')
    .select(['template_id', 'status'])
    .select((all) => [all.fn.countAll<number>().as('count'), all.fn.max('sent_at').as('sent')])
    .where('account_id', '=', accountId)
    .where('template_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('test', '=', false)
    .where(seesDocuments(sight))
    .groupBy(['template_id', 'status'])
    .execute();
  return (templateId) => {
    const counts = { ...noDocuments };
    for (const { template_id, status, count, sent } of rows) {
      if (template_id !== templateId) continue;
      counts[countedAs[status as DocumentState]] += Number(count);
      const sentAt = sent?.toISOString() ?? null;
      if (sentAt !== null && sentAt > (counts.lastSentAt ?? '')) counts.lastSentAt = sentAt;
    }
    return counts;
  };
}

const noDocuments: DocumentCounts = { draft: 0, pending: 0, completed: 0, ended: 0, lastSentAt: null };

const countedAs: Record<DocumentState, Exclude<keyof DocumentCounts, 'lastSentAt'>> = {
  draft: 'draft',
  sent: 'pending',
  sealing: 'pending',
  completed: 'completed',
  declined: 'ended',
  voided: 'ended',
  expired: 'ended',
};

function matching(db: Db, accountId: string, { q, category, folders, sight, ...reference }: Filter) {
  let select = db
    .selectFrom('templates')
    .where('account_id', '=', accountId)
    .where(seesTemplates(sight))
    .where(hasReference('templates', accountId, reference));
  if (folders === null) select = select.where('folder_id', 'is', null);
  else if (folders) select = select.where('folder_id', 'in', folders);
  if (category) select = select.where('category', '=', category);
  if (q) {
    const like = containing(q);
    select = select.where((row) => row.or([row('name', 'ilike', like), row('description', 'ilike', like)]));
  }
  return select;
}

/** Templates have timestamps in milliseconds, so a Date is exact. */
function writeCursor({ created_at, id }: { created_at: Date; id: string }): string {
  return Buffer.from(`${created_at.getTime()} ${id}`).toString('base64url');
}

function readCursor(cursor: string | undefined): { createdAt: Date; id: string } | undefined {
  const [time = '', id = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ');
  return /^\d{1,15}$/.test(time) && isId(id) ? { createdAt: new Date(Number(time)), id } : undefined;
}
