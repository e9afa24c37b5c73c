import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Words that a title has to hold, and words that the name or the address of a recipient has to. */
export type Words = { title: string; person: string };

/** The columns of an order, and which way it goes. */
export type SearchOrder = { column: string; down: boolean };

/** The documents that every filter but the words lets through. */
export type Others = SelectQueryBuilder<Schema, 'documents', object>;

/** A document that was found, and the value that it was sorted by then, as the database writes it. */
export type Hit = { id: string; key: string };

export type Found = {
  /** In their order. */
  hits: Hit[];
  /** How many hits there are; with `more`, at least. */
  total: number;
  more: boolean;
};

export type Search = {
  accountId: string;
  words: Words;
  order: SearchOrder;
  /** In the order of titles: the title behind which `others` begins. */
  from?: string | undefined;
  limit: number;
};

export const hasRuns = (words: string): boolean => /.{3}|[\u2e80-\u{10ffff}]./su.test(words);

export const hasKeys = ({ title, person }: Words): boolean => hasRuns(title) || hasRuns(person);

/**
 * That a row named `documents` holds the words. OFFSET has each looked up by its document: as a join of a few thousand of them
 * it was made by reading the recipients of all accounts.
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
  // The address first: it mostly holds what names a person, and then the name is not compared.
  return sql<boolean>`(recipients.email ILIKE ${like} OR recipients.name ILIKE ${like})`;
}

function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function sortedBy({ down }: SearchOrder): RawBuilder<unknown> {
  return down ? sql`key DESC, id DESC` : sql`key, id`;
}

/** The first of the rows named `hits`, each as a `Hit`. Only these are written as text. */
export function firstHits(order: SearchOrder, limit: number): RawBuilder<Hit[]> {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', id, 'key', key::text) ORDER BY ${sortedBy(order)}), '[]')
     FROM (SELECT id, key FROM hits ORDER BY ${sortedBy(order)} LIMIT ${limit}) AS first)`;
}
