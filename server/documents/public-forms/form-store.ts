import { sql, type Kysely, type Selectable } from 'kysely';
import type { NamedPerson } from '#core/form/named-people.ts';
import type { FormPlaceholder } from '#core/form/form-values.ts';
import type { FormRules } from '#core/form/public-form.ts';
import type { Answers } from '#core/form/read-answers.ts';
import type { Thanks } from '#core/form/thanks.ts';
import { readFormats, type DocumentFormats } from '#core/formats/formats.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import type { RolePerson } from '#core/template/roles.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { FormEntriesTable, PublicFormsTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';

type Db = Kysely<Schema>;
export type FormKey = { accountId: string; templateId: string };

export type PublicForm = FormKey &
  FormRules & {
    token: string;
    createdBy: string;
    visitorRole: string;
    /** People in the other roles. */
    people: RolePerson[];
    /** Roles whose people the visitor names. */
    namedByVisitor: readonly string[];
    codeHash: string | null;
    /** Null means the template's formats. */
    formats: DocumentFormats | null;
    /** Null means the order of the template's roles. */
    signingOrder: SigningOrder | null;
    /** Message for visitors who have signed. */
    thanks: Thanks | null;
    /** Source of the value for each placeholder in the Word file. */
    placeholders: readonly FormPlaceholder[];
    createdAt: Date;
  };

export type FormEntry = FormKey & {
  id: string;
  name: string;
  email: string;
  language: string;
  requestedAt: Date;
  confirmedAt: Date | null;
  /** How the address was confirmed: by the link or by the code in the email. */
  confirmedBy: 'link' | 'code' | null;
  documentId: string | null;
  /** State of the email with the code. `blocked` means that no email was sent. */
  mailState: string;
  /** Number of wrong codes so far. */
  codeTries: number;
  /**
   * The version of the template that the visitor saw; null for entries from before versions were recorded.
   */
  templateVersion: number | null;
  /**
   * The visitor’s values for the placeholders, until the document is created; null if the form asked for no
   * values.
   */
  answers: Answers | null;
  /**
   * The people that the visitor named, until the document is created; null if the form asked for no people.
   */
  namedPeople: NamedPerson[] | null;
  /** True if the entry was made on a device that many visitors use. */
  atCounter: boolean;
  /** Hash of the questions and roles that the form showed to this visitor. */
  askedSha256: string | null;
};

export async function findForm(db: Db, { accountId, templateId }: FormKey): Promise<PublicForm | undefined> {
  if (!isId(templateId)) return undefined;
  const row = await one(db, { accountId, templateId }).executeTakeFirst();
  return row && readForm(row);
}

/** Locks the form until the transaction ends, so that two visitors cannot both take the last place. */
export async function lockForm(tx: Tx, key: FormKey): Promise<PublicForm | undefined> {
  const row = await one(tx, key).forUpdate().executeTakeFirst();
  return row && readForm(row);
}

export async function findFormByToken(db: Db, token: string): Promise<PublicForm | undefined> {
  const row = await forms(db).where('token', '=', token).executeTakeFirst();
  return row && readForm(row);
}

export async function saveForm(tx: Tx, form: PublicForm): Promise<void> {
  const settings = {
    created_by: form.createdBy,
    visitor_role: form.visitorRole,
    people: form.people,
    named_by_visitor: form.namedByVisitor,
    is_on: form.on,
    max_total: form.maxTotal,
    max_per_hour: form.maxPerHour,
    code_hash: form.codeHash,
    ends_at: form.endsAt === null ? null : new Date(form.endsAt),
    formats: form.formats,
    signing_order: form.signingOrder,
    thanks: form.thanks,
    placeholders: form.placeholders,
  };
  const key = { account_id: form.accountId, template_id: form.templateId };
  await tx
    .insertInto('public_forms')
    .values({ ...key, ...settings, token: form.token, created_at: form.createdAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'template_id']).doUpdateSet(settings))
    .execute();
}

export async function deleteForm(db: Db, { accountId, templateId }: FormKey): Promise<boolean> {
  if (!isId(templateId)) return false;
  const gone = await db
    .deleteFrom('public_forms')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

type NewEntry = Omit<FormEntry, 'confirmedAt' | 'confirmedBy' | 'documentId' | 'codeTries'>;

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { accountId, templateId, id, name, email, language, requestedAt, mailState } = entry;
  const { templateVersion, answers, namedPeople, askedSha256, atCounter } = entry;
  await tx
    .insertInto('form_entries')
    .values({
      account_id: accountId,
      template_id: templateId,
      id,
      name,
      email,
      language,
      requested_at: requestedAt,
      mail_state: mailState,
      template_version: templateVersion,
      answers,
      named_people: namedPeople,
      named_count: namedPeople?.length ?? 0,
      asked_sha256: askedSha256,
      at_counter: atCounter,
    })
    .execute();
}

/** Returns an entry by the id in the emailed link. Locks it if called in a transaction. */
export async function findEntry(db: Db, id: string): Promise<FormEntry | undefined> {
  const row = await db.selectFrom('form_entries').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readEntry(row);
}

export async function lockEntry(tx: Tx, id: string): Promise<FormEntry | undefined> {
  const row = await tx
    .selectFrom('form_entries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && readEntry(row);
}

export async function saveSubmission(
  tx: Tx,
  { accountId, id }: FormEntry,
  { documentId, confirmedBy }: { documentId: string; confirmedBy: 'link' | 'code' },
  now: number,
): Promise<void> {
  await tx
    .updateTable('form_entries')
    .set({
      confirmed_at: new Date(now),
      confirmed_by: confirmedBy,
      document_id: documentId,
      answers: null,
      named_people: null,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the state of the recipient created by a confirmed entry: whether others act first, and whether the
 * document ended before their turn.
 */
export async function turnOf(
  db: Db,
  { accountId, id }: Pick<FormEntry, 'accountId' | 'id'>,
): Promise<{ turn: 'came' | 'waits' | 'over'; recipientId: string | undefined }> {
  const part = await visitorParts(db)
    .where('entry.account_id', '=', accountId)
    .where('entry.id', '=', id)
    .executeTakeFirst();
  const waiting = part?.documentStatus === 'sent' ? 'waits' : 'over';
  return { turn: part?.status === 'waiting' ? waiting : 'came', recipientId: part?.id };
}

/** Returns the newest unfinished document that the same mailbox requested with the same form. */
export async function findUnfinished(db: Db, { accountId, templateId, email }: FormEntry) {
  const part = await visitorParts(db)
    .select(['entry.document_id', 'documents.sent_at'])
    .where('entry.account_id', '=', accountId)
    .where('entry.template_id', '=', templateId)
    .where(sql`lower(entry.email)`, '=', email.toLowerCase())
    // Excludes parts that have since been given to another person.
    .where(sql`lower(recipients.email)`, '=', email.toLowerCase())
    .where('documents.status', '=', 'sent')
    .where('documents.deleted_at', 'is', null)
    .where('recipients.status', 'in', ['waiting', 'invited', 'opened'])
    .orderBy('documents.sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!part?.document_id || !part.sent_at) return undefined;
  const isWaiting = part.status === 'waiting';
  return { documentId: part.document_id, recipientId: part.id, startedAt: part.sent_at, isWaiting };
}

/**
 * Selects visitors' parts. The audit trail identifies the recipient, because one address may have several
 * parts.
 */
function visitorParts(db: Db) {
  return db
    .selectFrom('form_entries as entry')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'entry.account_id')
        .onRef('documents.id', '=', 'entry.document_id'),
    )
    .innerJoin('events', (join) =>
      join
        .onRef('events.account_id', '=', 'entry.account_id')
        .onRef('events.document_id', '=', 'entry.document_id')
        .on('events.type', '=', 'form_answered'),
    )
    .innerJoin('recipients', (join) =>
      join
        .onRef('recipients.account_id', '=', 'entry.account_id')
        .onRef('recipients.document_id', '=', 'entry.document_id')
        .on(sql<boolean>`recipients.id::text = events.body::jsonb #>> '{data,recipientId}'`),
    )
    .select(['recipients.id', 'recipients.status', 'documents.status as documentStatus']);
}

/**
 * Deletes the names and addresses of entries that were not confirmed before this time, because we have no use
 * for them.
 */
export async function deleteUnconfirmedIdentities(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('form_entries')
    .where('confirmed_at', 'is', null)
    .where('requested_at', '<', new Date(before))
    .execute();
}

function one(db: Db, { accountId, templateId }: FormKey) {
  return forms(db).where('account_id', '=', accountId).where('template_id', '=', templateId);
}

/**
 * Selects forms with the state of their account. If a deletion is canceled, the account's forms are open
 * again.
 */
function forms(db: Db) {
  return db
    .selectFrom('public_forms')
    .selectAll()
    .select(
      sql<boolean>`(SELECT closes_at IS NULL AND suspended_at IS NULL FROM accounts WHERE id = public_forms.account_id)`.as(
        'goes_on',
      ),
    );
}

function readForm(row: Selectable<PublicFormsTable> & { goes_on: boolean }): PublicForm {
  return {
    accountId: row.account_id,
    templateId: row.template_id,
    token: row.token,
    createdBy: row.created_by,
    visitorRole: row.visitor_role,
    people: row.people as RolePerson[],
    namedByVisitor: row.named_by_visitor as string[],
    on: row.is_on && row.goes_on,
    maxTotal: row.max_total,
    maxPerHour: row.max_per_hour,
    endsAt: row.ends_at?.getTime() ?? null,
    codeHash: row.code_hash,
    formats: readFormats(row.formats),
    signingOrder: row.signing_order as SigningOrder | null,
    thanks: row.thanks as Thanks | null,
    placeholders: row.placeholders as FormPlaceholder[],
    createdAt: row.created_at,
  };
}

function readEntry(row: Selectable<FormEntriesTable>): FormEntry {
  const { id, name, email, language } = row;
  return {
    accountId: row.account_id,
    templateId: row.template_id,
    id,
    name,
    email,
    language,
    requestedAt: row.requested_at,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by as FormEntry['confirmedBy'],
    documentId: row.document_id,
    mailState: row.mail_state,
    codeTries: row.code_tries,
    templateVersion: row.template_version,
    answers: row.answers as Answers | null,
    namedPeople: row.named_people as NamedPerson[] | null,
    askedSha256: row.asked_sha256,
    atCounter: row.at_counter,
  };
}
