import { formState, mailsToAddressADay } from '#core/form/public-form.ts';
import type { AnswerProblem } from '#core/form/form-values.ts';
import { readNamedPeople, type NamedProblem } from '#core/form/named-people.ts';
import { nameProblem } from '#core/person/name.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { isAccessCode } from '../../foundation/crypto/access-code.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { lockPlanUsage } from '../../records/plan-store.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { lockTemplate } from '../templates/template-store.ts';
import { lockForUse } from '../templates/versions.ts';
import type { PublicFormsDeps } from './deps.ts';
import { askedMark, isFillable, readTyped, shownMark } from './form-questions.ts';
import { countMailsTo, countUse } from './form-counts.ts';
import { insertEntry, lockForm, type PublicForm } from './form-store.ts';
import { checkVisitorLimits } from './may-be-asked.ts';

export type Visitor = {
  name: string;
  email: string;
  /** The form's access code; null if this visitor has already entered it. */
  code: string | null;
  language: string;
  /** Identifies the document and the questions that the visitor saw; undefined if unknown. */
  shown?: string | undefined;
  /** True if the form is shown on a device that many visitors use. */
  atCounter?: boolean;
  /** Returns what the visitor typed for a placeholder. */
  answer?: (name: string) => string;
  /** Returns what the visitor typed for the person of a role. */
  named?: (roleId: string) => { name: string; email: string };
};
/** Problems by placeholder, and by the role of a person whom the visitor names. */
export type EntryProblems = {
  answers: ReadonlyMap<string, AnswerProblem>;
  people: ReadonlyMap<string, NamedProblem>;
};
/** 'changed' means that the visitor saw another document or other questions. */
export type FormProblem =
  | 'closed'
  | 'busy'
  | 'changed'
  | 'name-wrong'
  | 'email-wrong'
  | 'code-wrong'
  | EntryProblems;

const MAX_NAME = 200;
const nobody = { name: '', email: '' };

/**
 * Handles an anonymous visitor's name and address. Its only effect is one email with a code to that address:
 * nothing counts toward the plan, no one is asked to sign, and no document exists until the reader confirms.
 * An entry is also created if the address may not get an email, so that no one can find out which addresses
 * get one.
 */
export async function submitPublicForm(
  services: Pick<PublicFormsDeps, 'db' | 'clock' | 'plans' | 'jobs'>,
  { accountId, templateId }: PublicForm,
  visitor: Visitor,
): Promise<{ entryId: string } | FormProblem> {
  const [name, email] = [visitor.name.trim(), mailAddress(visitor.email)];
  if (name === '' || name.length > MAX_NAME || nameProblem(name)) return 'name-wrong';
  if (email === undefined) return 'email-wrong';
  return inTransaction(services.db, async (tx) => {
    const plan = await lockPlanUsage(tx, accountId, services);
    const template = await lockTemplate(tx, accountId, templateId);
    const form = await lockForm(tx, { accountId, templateId });
    if (!template || !form || !isFillable(template, form)) return 'closed';
    const now = services.clock();
    if (!(await checkVisitorLimits(tx, form, plan, now))) return 'closed';
    const state = formState(form, await countUse(tx, form, now), now);
    if (state !== 'open') return state;
    if (visitor.code !== null && form.codeHash !== null && !(await isAccessCode(form.codeHash, visitor.code)))
      return 'code-wrong';
    if (visitor.shown !== undefined && visitor.shown !== shownMark(template, form)) return 'changed';
    const read = await readTyped(tx, form, template, visitor.answer ?? (() => ''));
    const named = readNamedPeople(form.namedByVisitor, visitor.named ?? (() => nobody), email);
    const problems = { answers: read?.problems ?? new Map(), people: named.problems };
    if (problems.answers.size + problems.people.size > 0) return problems;
    const mayMail =
      (await countMailsTo(tx, email, now)) < mailsToAddressADay &&
      (await countUnsolicited(tx, { kind: 'public-form', address: email }, now)) === 0;
    const entryId = newId(now);
    const entry = { accountId, templateId, id: entryId, name, email, language: visitor.language };
    await lockForUse(tx, accountId, templateId);
    await insertEntry(tx, {
      ...entry,
      requestedAt: new Date(now),
      mailState: mayMail ? 'queued' : 'blocked',
      templateVersion: template.version,
      answers: read?.answers ?? null,
      namedPeople: form.namedByVisitor.length > 0 ? named.people : null,
      askedSha256: askedMark(form),
      atCounter: visitor.atCounter ?? false,
    });
    // Sent with priority, because the visitor is waiting for the code.
    if (mayMail) await services.jobs.enqueue(tx, 'send-form-mail', { accountId, entryId }, { priority: 1 });
    return { entryId };
  });
}
