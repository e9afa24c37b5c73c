import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { AuditFilter } from '#contract/evidence/audit.ts';
import type { Actor, TrailEvent } from '#core/trail/event.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { AuditedEvent, Values } from './audited-event.ts';
import { inOrder, readCursor, writeCursor, type Cursor } from './cursor.ts';
import { behind, findEventsOfPerson, mentionsPerson } from './events-of-person.ts';
import { listAccountEvents } from './list-account-events.ts';

type Db = Kysely<Schema>;
type Page = { events: AuditedEvent[]; next: string | null };

/**
 * Returns the events of an account and all its documents, newest first. Events of a document with the same
 * time are in descending sequence order. The next page starts after the last event of this one.
 */
export async function listEvents(
  db: Db,
  accountId: string,
  query: AuditFilter & { cursor?: string | undefined; limit: number },
): Promise<Page> {
  const after = readCursor(query.cursor);
  const oneMore = { ...query, limit: query.limit + 1 };
  const ofDocuments = await listDocumentEvents(db, accountId, oneMore, after);
  const found = [...ofDocuments, ...(await listAccountEvents(db, accountId, oneMore, after))];
  const events = found.toSorted((a, b) => inOrder(a.at, b.at)).slice(0, query.limit);
  const last = events.at(-1);
  return { events, next: found.length > query.limit && last ? writeCursor(last.at) : null };
}

async function listDocumentEvents(
  db: Db,
  accountId: string,
  query: AuditFilter & { limit: number },
  after: Cursor | undefined,
): Promise<AuditedEvent[]> {
  if (query.document !== undefined && !isId(query.document)) return [];
  const found = await rowsOf(db, accountId, query, after);
  return found.map((row) => {
    const values = row.own_values ?? {};
    const { actor } = JSON.parse(row.body) as TrailEvent;
    return {
      at: { occurredAt: row.occurred_at, id: row.document_id, seq: row.seq },
      id: row.id,
      type: row.type,
      document: {
        id: row.document_id,
        title: row.title ?? '',
        open: row.title !== null && row.deleted_at === null,
      },
      ...peopleIn(values, actor),
      plan: null,
      proof: { body: row.body, hash: row.hash, values },
    };
  });
}

function peopleIn(
  values: Values,
  { kind }: Actor,
): Pick<AuditedEvent, 'actor' | 'recipient' | 'ip' | 'reason'> {
  const value = (name: string): string | null => values[name]?.value ?? null;
  return {
    actor: kind === 'system' ? null : { name: value('actor') ?? '', email: value('actorEmail') ?? '' },
    recipient:
      (value('recipientEmail') ?? value('recipient')) === null
        ? null
        : { name: value('recipient') ?? '', email: value('recipientEmail') ?? '' },
    ip: value('ip'),
    reason: value('reason') ?? value('reply'),
  };
}

type Events = SelectQueryBuilder<Schema, 'events', object>;

async function rowsOf(
  db: Db,
  accountId: string,
  query: AuditFilter & { limit: number },
  after: Cursor | undefined,
) {
  const person = query.person?.trim() ?? '';
  let select = matching(db, accountId, query, after);
  if (person !== '' && query.document !== undefined) {
    select = select.where(mentionsPerson('events', accountId, person));
  } else if (person !== '') {
    const keys = await findEventsOfPerson(db, accountId, { ...query, person }, after);
    if (keys.length === 0) return [];
    select = select.where(sql<boolean>`(events.document_id, events.seq) IN (SELECT * FROM unnest(
      ${keys.map(({ documentId }) => documentId)}::uuid[], ${keys.map(({ seq }) => seq)}::integer[]))`);
  }
  return select
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'events.account_id')
        .onRef('documents.id', '=', 'events.document_id'),
    )
    .selectAll('events')
    .select(['documents.title', 'documents.deleted_at', ownValues.as('own_values')])
    .orderBy('events.occurred_at', 'desc')
    .orderBy('events.document_id')
    .orderBy('events.seq', 'desc')
    .limit(query.limit)
    .execute();
}

/** Applies every filter except the person. */
function matching(db: Db, accountId: string, query: AuditFilter, after: Cursor | undefined): Events {
  let select: Events = db.selectFrom('events').where('events.account_id', '=', accountId);
  if (query.type) select = select.where('events.type', '=', query.type);
  if (query.document) select = select.where('events.document_id', '=', query.document);
  if (query.from) select = select.where('events.occurred_at', '>=', new Date(query.from));
  if (query.to) select = select.where('events.occurred_at', '<', new Date(query.to));
  return after ? select.where(behind('events', after)) : select;
}

/** Needs one primary key lookup per row. Null if the event has no values or they were erased. */
const ownValues = sql<Values | null>`(
  SELECT json_object_agg(own.name, json_build_object('value', own.value, 'salt', own.salt))
    FROM event_values AS own
   WHERE own.account_id = events.account_id AND own.document_id = events.document_id AND own.seq = events.seq)`;
