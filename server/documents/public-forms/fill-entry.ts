import { isRefusal, type Refusal } from '#core/refusal.ts';
import { refuseTextInBraces } from '../files/text-in-braces.ts';
import { fillTemplate, type FileForUse } from '../templates/fill-template.ts';
import { releaseUnused } from '../templates/make-document.ts';
import { findTemplate } from '../templates/template-store.ts';
import { findVersion } from '../templates/versions.ts';
import type { PublicFormsDeps } from './deps.ts';
import { askedMark, formatsForForm, valuesOfEntry, type EntryValues } from './form-questions.ts';
import { countFill } from './form-counts.ts';
import { findEntry, findForm, type FormEntry, type PublicForm } from './form-store.ts';

/** The Word file of an entry, filled in before the transaction because a conversion takes seconds. */
export type EntryFile = { entry: Pick<FormEntry, 'accountId'>; file: FileForUse; values: EntryValues };

/**
 * 'turn' means that too many files are being converted at the moment, and 'changed' that the form's questions
 * have changed.
 */
export type NotFilled = 'gone' | 'closed' | 'changed' | 'turn';

/** Refusals of a converter that is unavailable or busy. They say nothing about the document. */
const passing: readonly Refusal['refused'][] = ['conversion-unavailable', 'too-many-requests'];

/**
 * Fills in the Word file for an entry whose address has been proved, and passes the converted file to `use`;
 * undefined if the entry already has a document. Only one such task runs per account at a time, and each
 * entry gets a few attempts, so that visitors cannot occupy the converter. Concurrent requests for an entry
 * wait until the first one has used its file.
 */
export async function fillInTurn<Outcome>(
  services: PublicFormsDeps,
  entryId: string,
  use: (filled: EntryFile | undefined) => Promise<Outcome>,
): Promise<Outcome | NotFilled> {
  const before = await findEntry(services.db, entryId);
  if (!before) return 'gone';
  const leave = await services.formFills.enter(before.accountId);
  if (!leave) return 'turn';
  try {
    const entry = await findEntry(services.db, entryId);
    if (!entry) return 'gone';
    if (entry.confirmedAt) return await use(undefined);
    const form = await findForm(services.db, entry);
    if (!form || !(await countFill(services.db, entry))) return 'closed';
    const filled = await fill(services, form, entry);
    return typeof filled === 'string' ? filled : await use(filled);
  } finally {
    leave();
  }
}

async function fill(
  services: PublicFormsDeps,
  form: PublicForm,
  entry: FormEntry,
): Promise<EntryFile | NotFilled> {
  const { db } = services;
  const { accountId, answers, templateVersion, askedSha256 } = entry;
  const present = await findTemplate(db, accountId, form.templateId);
  if (!present) return 'closed';
  const version = templateVersion === null ? undefined : await findVersion(db, present, templateVersion);
  const { file, merge, fields } = version?.content ?? present;
  if (!file || !merge || askedSha256 !== askedMark(form) || !answers) return 'changed';
  const formats = await formatsForForm(db, form, { ...present, ...version?.content });
  const { merge: ofForm, ...values } = valuesOfEntry(merge, form, answers, formats);
  const filled = await fillTemplate(
    services,
    { accountId },
    { file, fields, merge: ofForm },
    { ...values.values },
  );
  if (isRefusal(filled)) return passing.includes(filled.refused) ? 'turn' : 'closed';
  if (!refuseTextInBraces(filled.stored?.notes ?? [])) return { entry, file: filled, values };
  await releaseUnused(services, { accountId }, filled);
  return 'closed';
}
