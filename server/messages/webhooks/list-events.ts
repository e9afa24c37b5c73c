import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { webhookEvents, webhookEventsQuery } from '#contract/messages/webhooks.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import { publishedTypes, webhookBody, webhookKindOf } from '#core/webhook/events.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { listDocumentsById, type WholeDocument } from '../../records/document-store.ts';
import { bodyWith } from './detailed-body.ts';

type Events = z.output<typeof webhookEvents>;

/**
 * Returns the events of the account's documents as webhooks without values deliver them, oldest first. They
 * are read from the audit trail, so no endpoint is needed. A test key gets only the events of test documents.
 */
export async function listWebhookEvents(
  db: Kysely<Schema>,
  { accountId, key }: Pick<SignedInUser, 'accountId' | 'key'>,
  { from, cursor, limit }: z.output<typeof webhookEventsQuery>,
): Promise<{ events: Events; next: string | undefined }> {
  let select = db
    .selectFrom('events')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'events.account_id')
        .onRef('documents.id', '=', 'events.document_id'),
    )
    .select(['events.id', 'events.document_id', 'events.seq', 'events.occurred_at', 'events.body'])
    .select('documents.test')
    .where('events.account_id', '=', accountId)
    .where('events.type', 'in', publishedTypes)
    .orderBy('events.occurred_at')
    .orderBy('events.document_id')
    .orderBy('events.seq')
    .limit(limit + 1);
  if (from !== undefined) select = select.where('events.occurred_at', '>=', new Date(from));
  if (key?.mode === 'test') select = select.where('documents.test', '=', true);
  const after = readCursor(cursor);
  if (after)
    select = select.where('events.occurred_at', '>=', after.at).where(
      sql<boolean>`(events.occurred_at, events.document_id, events.seq)
        > (${after.at}, ${after.documentId}::uuid, ${after.seq}::integer)`,
    );
  const rows = await select.execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const documents = await shownDocuments(
    db,
    { accountId, key },
    page.map((row) => row.document_id),
  );
  return {
    events: page.flatMap(({ id, document_id: documentId, seq, occurred_at, body, test }) => {
      const event = { ...(JSON.parse(body) as TrailEvent), seq };
      const kind = webhookKindOf(event);
      if (!kind) return [];
      const recorded = webhookBody(kind, { documentId, event, at: occurred_at.getTime(), test });
      const whole = documents.get(documentId);
      const text = whole ? bodyWith(whole, recorded) : recorded;
      return [{ id, payload: JSON.parse(text) as Events[number]['payload'] }];
    }),
    next: last && writeCursor(last),
  };
}

/** Returns the documents whose content the caller may read. Documents in the bin are left out. */
async function shownDocuments(
  db: Kysely<Schema>,
  { accountId, key }: Pick<SignedInUser, 'accountId' | 'key'>,
  ids: readonly string[],
): Promise<Map<string, WholeDocument>> {
  if (key && !key.scopes.includes('documents:read')) return new Map();
  const documents = await listDocumentsById(db, accountId, [...new Set(ids)]);
  return new Map(
    documents.flatMap((whole): [string, WholeDocument][] =>
      whole.document.deletedAt === null ? [[whole.document.id, whole]] : [],
    ),
  );
}

function writeCursor(last: { occurred_at: Date; document_id: string; seq: number }): string {
  return Buffer.from(`${last.occurred_at.getTime()} ${last.document_id} ${last.seq}`).toString('base64url');
}

function readCursor(cursor = ''): { at: Date; documentId: string; seq: number } | undefined {
  const [time = '', documentId = '', seq = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isKnown = /^\d{1,15}$/.test(time) && isId(documentId) && /^\d{1,9}$/.test(seq);
  return isKnown ? { at: new Date(Number(time)), documentId, seq: Number(seq) } : undefined;
}
