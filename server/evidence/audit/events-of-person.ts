import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AuditFilter } from '#contract/evidence/audit.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Cursor } from './cursor.ts';
import { containing } from '../../foundation/db/like-pattern.ts';

type Db = Kysely<Schema>;
export type EventKey = { documentId: string; seq: number };
export type PersonQuery = Pick<AuditFilter, 'type' | 'from' | 'to'> & { person: string; limit: number };

/** If more names than this match, the words are common, so the newest events are searched first. */
const maxNames = 200;
const newestEvents = 1_000;

/** Values that name the actor or the recipient. Must match the expression of the index in 0142 exactly. */
const naming = sql.raw<boolean>(`name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail')`);

/**
 * Returns the first events after `after`, in audit trail order, that name a person whose name contains these
 * words. The cost does not depend on the size of the account: a trigram index finds the names, and each
 * name's events are read in order.
 */
export async function findEventsOfPerson(
  db: Db,
  accountId: string,
  query: PersonQuery,
  after: Cursor | undefined,
): Promise<EventKey[]> {
  let people = await namesLike(db, accountId, query.person, maxNames + 1);
  if (people.length > maxNames) {
    const { rows } = await amongNewest(accountId, query, after).execute(db);
    if (rows.length === query.limit) return rows;
    people = await namesLike(db, accountId, query.person);
  }
  if (people.length === 0) return [];
  return (await eventsAboutPerson(accountId, people, query, after).execute(db)).rows;
}

async function namesLike(db: Db, accountId: string, person: string, most?: number): Promise<string[]> {
  const { rows } = await namesQuery(accountId, person, most).execute(db);
  return rows.map(({ value }) => value);
}

/** Words of one or two letters have no trigrams, so all names of the account are scanned. */
export function namesQuery(accountId: string, person: string, most?: number): RawBuilder<{ value: string }> {
  const hasRuns = /.{3}|[\u2e80-\u{10ffff}]./su.test(person);
  // OFFSET 0 keeps the planner from filtering by account first. The trigram keys already include the account.
  const named = hasRuns
    ? sql`(SELECT account_id, value FROM named_people
            WHERE search_keys(account_id, value) @> search_keys(${accountId}::uuid, ${person}) OFFSET 0)`
    : sql`named_people`;
  return sql`SELECT DISTINCT value FROM ${named} AS named
    WHERE account_id = ${accountId} AND value ILIKE ${containing(person)} ${most === undefined ? sql`` : sql`LIMIT ${most}`}`;
}

/** An event has at most four names, so the first `n` events belong to at most `4 * n` names. */
const namesOfOneEvent = 4;

/**
 * Reads only the names with the newest events, and only the newest events of each. Everything left out is
 * older than the events that fill the page.
 */
export function eventsAboutPerson(
  accountId: string,
  people: readonly string[],
  query: PersonQuery,
  after: Cursor | undefined,
): RawBuilder<EventKey> {
  const ofName = (limit: number) => sql`
    SELECT DISTINCT named.occurred_at, named.document_id, named.seq FROM event_values AS named
     WHERE named.account_id = ${accountId} AND named.value = people.value AND ${naming}
       AND ${within('named', query, after)} AND ${ofType('named', query.type)}
     ORDER BY named.occurred_at DESC, named.document_id, named.seq DESC LIMIT ${limit}`;
  return sql`
    WITH people AS MATERIALIZED (
      SELECT people.value FROM unnest(${people}::text[]) AS people (value), LATERAL (${ofName(1)}) AS newest
       ORDER BY newest.occurred_at DESC, newest.document_id, newest.seq DESC LIMIT ${query.limit * namesOfOneEvent})
    SELECT DISTINCT one.occurred_at, one.document_id AS "documentId", one.seq
      FROM people, LATERAL (${ofName(query.limit)}) AS one
     ORDER BY one.occurred_at DESC, one.document_id, one.seq DESC LIMIT ${query.limit}`;
}

/** Returns the matching events among the newest events of the account. */
function amongNewest(accountId: string, query: PersonQuery, after: Cursor | undefined): RawBuilder<EventKey> {
  return sql`
    SELECT newest.document_id AS "documentId", newest.seq
      FROM (SELECT document_id, seq, occurred_at, type FROM events
             WHERE account_id = ${accountId} AND ${within('events', query, after)}
             ORDER BY occurred_at DESC, document_id, seq DESC LIMIT ${newestEvents}) AS newest
     WHERE ${query.type === undefined ? sql`true` : sql`newest.type = ${query.type}`}
       AND ${mentionsPerson('newest', accountId, query.person)}
     ORDER BY newest.occurred_at DESC, newest.document_id, newest.seq DESC LIMIT ${query.limit}`;
}

/**
 * SQL condition: the event names a person whose name contains these words. OFFSET 0 forces one lookup per
 * event.
 */
export function mentionsPerson(
  events: 'newest' | 'events',
  accountId: string,
  person: string,
): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${events}.${column}`);
  return sql`EXISTS (SELECT FROM event_values AS named
    WHERE named.account_id = ${accountId} AND named.document_id = ${of('document_id')} AND named.seq = ${of('seq')}
      AND ${naming} AND named.value ILIKE ${containing(person)} OFFSET 0)`;
}

function within(
  table: 'named' | 'events',
  { from, to }: PersonQuery,
  after: Cursor | undefined,
): RawBuilder<boolean> {
  const at = sql.ref(`${table}.occurred_at`);
  const since = from ? sql`${at} >= ${new Date(from)}` : sql`true`;
  const before = to ? sql`${at} < ${new Date(to)}` : sql`true`;
  return sql`${since} AND ${before} AND ${behind(table, after)}`;
}

/**
 * SQL condition for events after this one in audit trail order. The first part can use the index. The second
 * part excludes events of the same time that an earlier page contains.
 */
export function behind(table: 'named' | 'events', after: Cursor | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`;
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`(${of('occurred_at')} <= ${after.occurredAt}
    AND (${of('occurred_at')} < ${after.occurredAt} OR ${of('document_id')} > ${after.id}
      OR (${of('document_id')} = ${after.id} AND ${of('seq')} < ${after.seq})))`;
}

function ofType(table: 'named', type: AuditFilter['type']): RawBuilder<boolean> {
  if (type === undefined) return sql`true`;
  return sql`(SELECT event.type FROM events AS event WHERE event.account_id = ${sql.ref(`${table}.account_id`)}
    AND event.document_id = ${sql.ref(`${table}.document_id`)} AND event.seq = ${sql.ref(`${table}.seq`)}) = ${type}`;
}
