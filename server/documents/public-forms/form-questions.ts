import type { Kysely } from 'kysely';
import {
  askedQuestions,
  checkFormPlaceholders,
  forForm,
  formValues,
  type AskedQuestion,
} from '#core/form/form-values.ts';
import { printAnswer, readAnswers, type Answers, type ReadAnswers } from '#core/form/read-answers.ts';
import { changeFormats, type DocumentFormats } from '#core/formats/formats.ts';
import { fold } from '#core/language/fold.ts';
import { placeholderNames, type MergeValues } from '#core/template/placeholders.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { findDefaults } from '../../records/defaults-store.ts';
import { revisionOf, type Template } from '../templates/template.ts';
import type { TemplateMerge } from '../templates/template-merge.ts';
import { formatsOf } from '../templates/use-template.ts';
import type { PublicForm } from './form-store.ts';

type FormValues = Pick<PublicForm, 'placeholders'>;
type Asking = FormValues & Pick<PublicForm, 'namedByVisitor'>;
type OfTemplate = Pick<Template, 'merge'>;

/**
 * Returns true if each placeholder of the template has a value or a question. A file uploaded later may have
 * other placeholders.
 */
export function isFillable({ merge }: OfTemplate, form: FormValues): boolean {
  return !merge || checkFormPlaceholders(merge.placeholders, givenFor(merge, form)) === undefined;
}

/**
 * Like `isFillable`, but does not load the whole template, because this runs for every page picture of a
 * form.
 */
export async function hasAllValues(db: Kysely<Schema>, form: PublicForm): Promise<boolean> {
  const row = await db
    .selectFrom('templates')
    .select('merge')
    .where('account_id', '=', form.accountId)
    .where('id', '=', form.templateId)
    .executeTakeFirst();
  return row !== undefined && isFillable({ merge: row.merge as TemplateMerge | null }, form);
}

/** Returns the form's settings for the placeholders that the file has now. */
function givenFor({ placeholders }: TemplateMerge, form: FormValues) {
  const known = new Set(placeholderNames(placeholders).map(fold));
  return form.placeholders.filter(({ name }) => known.has(fold(name)));
}

export function questionsOf({ merge }: OfTemplate, form: FormValues): AskedQuestion[] {
  return merge ? askedQuestions(merge.placeholders, givenFor(merge, form)) : [];
}

/** Returns a hash of the questions of a form and the roles whose people it asks for. */
export function askedMark({ placeholders, namedByVisitor }: Asking): string {
  return sha256(JSON.stringify(namedByVisitor.length > 0 ? [placeholders, namedByVisitor] : placeholders));
}

/**
 * Returns a hash of the template and questions that a page shows, so that an entry is created for the same
 * ones.
 */
export function shownMark(template: Template, form: Asking): string {
  return sha256([template.id, revisionOf(template), askedMark(form)].join(' ')).slice(0, 16);
}

/** Returns the formats for documents created with a form. */
export async function formatsForForm(
  db: Kysely<Schema>,
  { accountId, createdBy: userId, formats }: Pick<PublicForm, 'accountId' | 'createdBy' | 'formats'>,
  template: Pick<Template, 'formats' | 'folderId'>,
): Promise<DocumentFormats> {
  const defaults = await findDefaults(db, accountId, [null, template.folderId]);
  return changeFormats(await formatsOf(db, { accountId, userId }, template, defaults), formats ?? undefined);
}

/** Reads what a visitor typed for the placeholders; undefined if the file has none. */
export async function readTyped(
  db: Kysely<Schema>,
  form: PublicForm,
  template: Template,
  typed: (name: string) => string,
): Promise<ReadAnswers | undefined> {
  const { merge } = template;
  if (!merge) return undefined;
  const formats = await formatsForForm(db, form, template);
  return readAnswers({ placeholders: merge.placeholders, given: givenFor(merge, form) }, typed, formats);
}

/**
 * `values` fill in the Word file, and `fieldValues` the fields with the same names. `typed` are the values
 * that the visitor entered, as printed.
 */
export type EntryValues = { values: MergeValues; fieldValues: MergeValues; typed: Record<string, string> };

/** Returns the placeholder values for one entry, and the settings for filling them in. */
export function valuesOfEntry(
  merge: TemplateMerge,
  form: FormValues,
  answers: Answers,
  formats: DocumentFormats,
): EntryValues & { merge: TemplateMerge } {
  const given = givenFor(merge, form);
  const values = formValues(given, answers, (question, answer) => printAnswer(question, answer, formats));
  // In the order of the form, because the database does not keep the order of the answers.
  const typed = given.flatMap(({ name }) => (Object.hasOwn(answers, name) ? [[name, values[name]]] : []));
  return {
    values,
    fieldValues: { ...values, ...answers },
    typed: Object.fromEntries(typed) as Record<string, string>,
    merge: { ...merge, placeholders: forForm(merge.placeholders, given) },
  };
}
