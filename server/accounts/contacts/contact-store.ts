import { languages, type Language } from '#core/language/language.ts';
import type { Kysely, OnConflictBuilder } from 'kysely';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { emailKey, listKeys, readContact, type Contact, type ContactCard } from './contact.ts';

type Db = Kysely<Schema>;

/**
 * Returns a contact of this account, or undefined. Nonexistent contacts and those of other accounts are
 * indistinguishable (S-07).
 */
export async function findContact(db: Db, accountId: string, id: string): Promise<Contact | undefined> {
  if (!isId(id)) return undefined;
  const row = await db
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && readContact(row);
}

/** An address book: the shared one of the account, or a member's private one. */
export type Book = { accountId: string; keeper: string | null };

/**
 * Returns the contacts with these addresses, by `emailKey`, and locks their rows until the transaction ends.
 */
export async function lockContactsByAddress(
  tx: Tx,
  { accountId, keeper }: Book,
  emails: readonly string[],
): Promise<Map<string, Contact>> {
  if (emails.length === 0) return new Map();
  const rows = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('private_to', keeper === null ? 'is' : '=', keeper)
    .where('email_key', 'in', emails.map(emailKey))
    // Fixed order, so that concurrent transactions on the same rows do not deadlock.
    .orderBy('email_key')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.email_key, readContact(row)]));
}

/** Returns the companies of contacts in the shared address book, by lowercase address. */
export async function findCompanies(
  db: Db,
  accountId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom('contacts')
    .select(['email_key', 'company'])
    .where('account_id', '=', accountId)
    .where('private_to', 'is', null)
    .where('company', '!=', '')
    .where('email_key', 'in', emails.map(emailKey))
    .execute();
  const companies = new Map(rows.map((row) => [row.email_key, row.company]));
  return new Map(
    emails.flatMap((email) => {
      const company = companies.get(emailKey(email));
      return company === undefined ? [] : [[email.toLowerCase(), company] as const];
    }),
  );
}

/** Adds a contact. Returns undefined if the address already exists. */
export async function insertContact(
  db: Db,
  book: Book,
  card: ContactCard,
  now: number,
): Promise<Contact | undefined> {
  const row = await db
    .insertInto('contacts')
    .values({ ...columnsOf(card, now), ...keyOf(book), id: newId(now), created_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && readContact(row);
}

/**
 * Updates a contact. Returns undefined if it does not exist.
 *
 * @throws a database error with SQLSTATE 23505 if another contact has the address
 */
export async function saveContact(
  db: Db,
  accountId: string,
  id: string,
  card: ContactCard,
  now: number,
): Promise<Contact | undefined> {
  if (!isId(id)) return undefined;
  const row = await db
    .updateTable('contacts')
    .set(columnsOf(card, now))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && readContact(row);
}

export async function deleteContact(db: Db, accountId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const result = await db
    .deleteFrom('contacts')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/**
 * Adds these contacts or replaces those with the same address. The list must not contain an address twice.
 */
export async function upsertContacts(
  tx: Tx,
  book: Book,
  cards: readonly ContactCard[],
  now: number,
  lastSentAt: Date | null = null,
): Promise<void> {
  const rows = cards
    .map((card) => ({
      ...columnsOf(card, now),
      ...keyOf(book),
      id: newId(now),
      created_at: new Date(now),
      last_sent_at: lastSentAt,
    }))
    .sort((a, b) => (a.email_key < b.email_key ? -1 : 1));
  for (let from = 0; from < rows.length; from += rowsAStatement) {
    await tx
      .insertInto('contacts')
      .values(rows.slice(from, from + rowsAStatement))
      .onConflict((conflict) =>
        sameAddress(conflict, book).doUpdateSet((row) => ({
          email: row.ref('excluded.email'),
          name: row.ref('excluded.name'),
          company: row.ref('excluded.company'),
          note: row.ref('excluded.note'),
          sort_key: row.ref('excluded.sort_key'),
          search_text: row.ref('excluded.search_text'),
          updated_at: row.ref('excluded.updated_at'),
          last_sent_at: row.fn.coalesce('excluded.last_sent_at', 'contacts.last_sent_at'),
        })),
      )
      .execute();
  }
}

/** Far below the maximum number of parameters in a PostgreSQL statement. */
const rowsAStatement = 500;

/**
 * Adds the recipients of a sent document to an address book, in the transaction that sends it. People in the
 * sender's private book, and all recipients of a document in a private folder, go to the private book; all
 * others go to the shared book. Existing contacts do not change, except that a missing name is filled in.
 */
export async function rememberRecipients(
  tx: Tx,
  { accountId, userId, secret }: { accountId: string; userId: string; secret: boolean },
  recipients: readonly { email: string; name: string; language?: Language | null }[],
  now: number,
): Promise<void> {
  const addressed = new Map<string, { email: string; name: string }>();
  for (const recipient of recipients) {
    if (recipient.email === '') continue;
    const before = addressed.get(emailKey(recipient.email));
    if (!before?.name) addressed.set(emailKey(recipient.email), recipient);
  }
  const books = { own: { accountId, keeper: userId }, shared: { accountId, keeper: null } };
  const own = await lockContactsByAddress(tx, books.own, [...addressed.keys()]);
  const shared = await lockContactsByAddress(tx, books.shared, [...addressed.keys()]);
  const cardsFor = (known: Map<string, Contact>, keys: readonly string[]): ContactCard[] =>
    keys.map((key) => {
      const contact = known.get(key);
      const { email, name } = addressed.get(key)!;
      return contact ? { ...contact, name: contact.name || name } : { email, name, company: '', note: '' };
    });
  // A contact already in the shared book remains there, which does not reveal that a private document was
  // sent to the person.
  const secretly = [...addressed.keys()].filter((key) => own.has(key) || (secret && !shared.has(key)));
  const openly = secret ? [] : [...addressed.keys()].filter((key) => !own.has(key));
  await upsertContacts(tx, books.own, cardsFor(own, secretly), now, new Date(now));
  await upsertContacts(tx, books.shared, cardsFor(shared, openly), now, new Date(now));
  await rememberLanguages(tx, books.own, recipients, secretly);
  await rememberLanguages(tx, books.shared, recipients, openly);
}

/** Stores the language of this document as the default for the next one to the same address. */
async function rememberLanguages(
  tx: Tx,
  { accountId, keeper }: Book,
  recipients: readonly { email: string; language?: Language | null }[],
  among: readonly string[],
): Promise<void> {
  for (const language of languages) {
    const keys = recipients
      .filter((recipient) => recipient.language === language)
      .map(({ email }) => emailKey(email))
      .filter((key) => among.includes(key));
    if (keys.length === 0) continue;
    await tx
      .updateTable('contacts')
      .set({ language })
      .where('account_id', '=', accountId)
      .where('private_to', keeper === null ? 'is' : '=', keeper)
      .where('email_key', 'in', keys)
      .execute();
  }
}

const keyOf = ({ accountId, keeper }: Book) => ({ account_id: accountId, private_to: keeper });

/** Upsert condition: the same address in the same book. */
function sameAddress(conflict: OnConflictBuilder<Schema, 'contacts'>, { keeper }: Book) {
  return keeper === null
    ? conflict.columns(['account_id', 'email_key']).where('private_to', 'is', null)
    : conflict.columns(['account_id', 'private_to', 'email_key']).where('private_to', 'is not', null);
}

function columnsOf(card: ContactCard, now: number) {
  const { email, name, company, note } = card;
  return {
    email,
    name,
    company,
    note,
    email_key: emailKey(email),
    ...listKeys(card),
    updated_at: new Date(now),
  };
}
