import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { containing } from '../../foundation/db/like-pattern.ts';

/** Words to find in the title, and words to find in a recipient's name or address. */
export type Words = { title: string; person: string };

/** A sort column and its direction. */
export type SearchOrder = { column: string; down: boolean };

/** Query for documents that match all filters except the words. */
export type Others = SelectQueryBuilder<Schema, 'documents', object>;

/** A matching document, with its sort value at that time as formatted by PostgreSQL. */
export type Hit = { id: string; key: string };

export type Found = {
  /** Hits in sort order. */
  hits: Hit[];
  /** Number of hits; a lower bound if `more` is set. */
  total: number;
  more: boolean;
};

export type Search = {
  accountId: string;
  words: Words;
  order: SearchOrder;
  /** Only for title order: the title after which `others` starts. */
  from?: string | undefined;
  limit: number;
};

export const hasRuns = (words: string): boolean => /.{3}|[\u2e80-\u{10ffff}]./su.test(words);

export const hasKeys = ({ title, person }: Words): boolean => hasRuns(title) || hasRuns(person);

/**
 * SQL condition that a `documents` row matches the words. OFFSET forces a separate lookup of recipients for
 * each document. With a join for a few thousand documents, the planner read the recipients of all accounts.
 */
export function hold({ title, person }: Words): RawBuilder<boolean> {
  const named = sql<boolean>`EXISTS (SELECT FROM recipients WHERE recipients.account_id = documents.account_id
      AND recipients.document_id = documents.id AND ${namesPerson(person)} OFFSET 0)`;
  const titled = sql<boolean>`documents.title ILIKE ${containing(title)}`;
  if (title === '') return named;
  return person === '' ? titled : sql<boolean>`${titled} AND ${named}`;
}

export function namesPerson(person: string): RawBuilder<boolean> {
  const like = containing(person);
  // Compares the address first. It usually contains the name, so the name is rarely compared.
  return sql<boolean>`(recipients.email ILIKE ${like} OR recipients.name ILIKE ${like})`;
}

function sortedBy({ down }: SearchOrder): RawBuilder<unknown> {
  return down ? sql`key DESC, id DESC` : sql`key, id`;
}

/** Returns the first rows of `hits` in sort order as JSON. Only these are converted to text. */
export function selectFirstHits(order: SearchOrder, limit: number): RawBuilder<Hit[]> {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', id, 'key', key::text) ORDER BY ${sortedBy(order)}), '[]')
     FROM (SELECT id, key FROM hits ORDER BY ${sortedBy(order)} LIMIT ${limit}) AS first)`;
}
