import { sql, type Kysely, type Selectable } from 'kysely';
import type { QueuedMessage, SupportQueueQuery, SupportThread } from '#contract/operations/operator.ts';
import { planNames } from '#core/plan/plans.ts';
import { isOverdue, supportState } from '#core/support/promise.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema, SupportMessagesTable } from '../../foundation/db/schema.ts';
import { repliesTo } from '../../records/support-store.ts';

type Row = Selectable<SupportMessagesTable> & { account_email: string | null };

function messages(db: Kysely<Schema>) {
  return db
    .selectFrom('support_messages as message')
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'message.account_id').onRef('users.id', '=', 'message.user_id'),
    )
    .selectAll('message')
    .select('users.email as account_email');
}

/** Returns waiting messages by priority and then age, and answered or closed ones newest first. */
export async function listSupport(
  db: Kysely<Schema>,
  { state, cursor, limit }: SupportQueueQuery,
  now: number,
): Promise<{ rows: QueuedMessage[]; next: string | null }> {
  const waiting = sql<boolean>`closed_at IS NULL AND waiting_since IS NOT NULL`;
  const answered = sql<boolean>`closed_at IS NULL AND waiting_since IS NULL`;
  const isIn = { waiting, answered, closed: sql<boolean>`closed_at IS NOT NULL` }[state];
  const after = readCursor(cursor);
  const found = await messages(db)
    .where(isIn)
    .$if(after !== undefined, (rows) => rows.where(isBehind(after!, state)))
    .$if(state === 'waiting', (rows) =>
      rows.orderBy('priority', 'desc').orderBy('waiting_since').orderBy('message.id'),
    )
    .$if(state !== 'waiting', (rows) =>
      rows.orderBy('message.created_at', 'desc').orderBy('message.id', 'desc'),
    )
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => queuedView(row, now)),
    next: found.length > limit && last ? writeCursor(last, state) : null,
  };
}

/** The position of the last message as it was when returned, since it may have been answered by now. */
type Place = { later: boolean; at: Date; id: string };

function isBehind({ later, at, id }: Place, state: SupportQueueQuery['state']) {
  return state === 'waiting'
    ? sql<boolean>`(NOT message.priority, message.waiting_since, message.id) > (${later}::boolean, ${at}::timestamptz, ${id}::uuid)`
    : sql<boolean>`(message.created_at, message.id) < (${at}::timestamptz, ${id}::uuid)`;
}

/** Times of messages have millisecond precision, so converting them to a Date loses nothing. */
function writeCursor(
  { priority, waiting_since: waitingSince, created_at: createdAt, id }: Row,
  state: SupportQueueQuery['state'],
): string {
  const at = (state === 'waiting' && waitingSince) || createdAt;
  return Buffer.from(`${priority ? 0 : 1} ${at.getTime()} ${id}`).toString('base64url');
}

function readCursor(cursor: string | undefined): Place | undefined {
  const [later = '', time = '', id = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ');
  const known = /^[01]$/.test(later) && /^\d{1,15}$/.test(time) && isId(id);
  return known ? { later: later === '1', at: new Date(Number(time)), id } : undefined;
}

export async function countSupport(
  db: Kysely<Schema>,
  now: number,
): Promise<{ waiting: number; overdue: number }> {
  const row = await db
    .selectFrom('support_messages')
    .select(({ fn }) => [fn.countAll<string>().as('waiting')])
    .select(sql<string>`count(*) FILTER (WHERE due_at < ${new Date(now)})`.as('overdue'))
    .where('closed_at', 'is', null)
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), overdue: Number(row.overdue) };
}

export async function readThread(
  db: Kysely<Schema>,
  id: string,
  now: number,
): Promise<SupportThread | undefined> {
  const row = await messages(db).where('message.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const replies = await repliesTo(db, [id]);
  return {
    ...queuedView(row, now),
    replies: replies.map((reply) => ({
      id: reply.id,
      author: reply.author as SupportThread['replies'][number]['author'],
      by: reply.email,
      body: reply.body,
      createdAt: reply.created_at.toISOString(),
      mail: reply.state as SupportThread['replies'][number]['mail'],
    })),
  };
}

function queuedView(row: Row, now: number): QueuedMessage {
  const at = {
    waitingSince: row.waiting_since?.getTime() ?? null,
    closedAt: row.closed_at?.getTime() ?? null,
    dueAt: row.due_at?.getTime() ?? null,
  };
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    topic: row.topic,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    state: supportState(at),
    priority: row.priority,
    dueAt: row.due_at?.toISOString() ?? null,
    overdue: isOverdue(at, now),
    account:
      row.account_id === null
        ? null
        : {
            id: row.account_id,
            plan: planNames.find((name) => name === row.plan) ?? null,
            role: row.role,
            email: row.account_email ?? '',
          },
  };
}
