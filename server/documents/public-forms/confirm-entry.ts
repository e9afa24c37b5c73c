import type { Kysely } from 'kysely';
import { namedADay } from '#core/form/named-people.ts';
import { formState, hoursToConfirm } from '#core/form/public-form.ts';
import { hasBenefit } from '#core/plan/benefit.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { sendInTransaction } from '../sending/send-document.ts';
import type { From, Owner } from '../../records/owner.ts';
import { lockPlanUsage } from '../../records/plan-store.ts';
import { lockMembership } from '../../records/member.ts';
import { countNamings, lockMailboxes } from '../../records/unsolicited-mail-store.ts';
import { findSender } from '../../records/sender-store.ts';
import type { PublicFormsDeps } from './deps.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import { releaseUnused } from '../templates/make-document.ts';
import type { Template } from '../templates/template.ts';
import { lockVersionForUse } from '../templates/versions.ts';
import { createInTransaction, type Made } from '../templates/use-template.ts';
import { fillInTurn, type EntryFile, type NotFilled } from './fill-entry.ts';
import { askedMark } from './form-questions.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { countNamedBy, countUse } from './form-counts.ts';
import {
  lockEntry,
  lockForm,
  saveSubmission,
  turnOf,
  type FormEntry,
  type PublicForm,
} from './form-store.ts';

/**
 * 'waits': other recipients act first. 'opened': the visitor entered the code. 'gone': the entry does not
 * exist or has expired, or its document has ended. 'changed': the form's questions have changed since.
 * 'turn': too many files are being converted at the moment. 'many': too many people were named today.
 */
export type Confirmed = 'sent' | 'opened' | 'waits' | 'many' | NotFilled;

/**
 * Rolls back a document that cannot be sent, with everything created for it. 'unfilled' means that its Word
 * file must be filled in first.
 */
class NotSent extends Error {
  readonly outcome: 'closed' | 'changed' | 'unfilled';
  constructor({ detail }: Pick<Refusal, 'detail'>, outcome: NotSent['outcome'] = 'closed') {
    super(detail);
    this.outcome = outcome;
  }
}

/**
 * Handles the confirmation in the email. Creates and sends the document in one transaction, and only once
 * even if the button is pressed repeatedly. The signing link goes to the same address in the usual email when
 * the recipient's turn comes, and is never shown on this page.
 */
export function confirmEntry(services: PublicFormsDeps, entryId: string, from: From): Promise<Confirmed> {
  return sendEntry(services, entryId, async (tx, file) => {
    const entry = await lockEntry(tx, entryId);
    return entry ? confirm(tx, services, entry, { from, confirmedBy: 'link', file }) : 'gone';
  });
}

/**
 * Runs an action that may send the document of an entry. If only the Word file is missing, it is filled in
 * and the action runs again. If the plan's documents or emails are used up, or the template no longer fits,
 * nothing is written and the visitor sees a closed form.
 */
export async function sendEntry<Outcome>(
  services: PublicFormsDeps,
  entryId: string,
  act: (tx: Tx, file: EntryFile | undefined) => Promise<Outcome>,
): Promise<Outcome | NotFilled> {
  const outcome = await attempt(services, (tx) => act(tx, undefined));
  if (outcome !== 'unfilled') return unlessUnfilled(outcome);
  return fillInTurn(services, entryId, async (filled) => {
    const last = await attempt(services, (tx) => act(tx, filled));
    const isMade = typeof last !== 'string' || ['sent', 'opened', 'waits'].includes(last);
    if (filled && !isMade) await releaseUnused(services, filled.entry, filled.file);
    return unlessUnfilled(last);
  });
}

function unlessUnfilled<Outcome>(outcome: Outcome | NotSent['outcome']): Outcome | NotFilled {
  return outcome === 'unfilled' ? 'changed' : outcome;
}

async function attempt<Outcome>(
  { db }: PublicFormsDeps,
  act: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome | NotSent['outcome']> {
  try {
    return await inTransaction(db, act);
  } catch (error) {
    if (error instanceof NotSent) return error.outcome;
    throw error;
  }
}

/**
 * How the address was confirmed, and from where. `file` is the Word file filled in for the entry, if its
 * template needs that.
 */
export type Proof = { confirmedBy: 'link' | 'code'; from: From; file?: EntryFile | undefined };

export async function confirm(
  tx: Tx,
  services: PublicFormsDeps,
  entry: FormEntry,
  proof: Proof,
): Promise<Confirmed> {
  const now = services.clock();
  if (entry.confirmedAt) return outcomeOf(tx, entry);
  if (isExpired(entry, now)) return 'gone';
  const form = await lockForm(tx, entry);
  if (!form) return 'closed';
  const { inAll } = await countUse(tx, form, now);
  if (formState(form, { inAll, lastHour: 0 }, now) !== 'open') return 'closed';
  const owner = await senderOf(tx, services, form, proof.confirmedBy === 'code' ? entry.email : undefined);
  if (!owner) return 'closed';
  const plan = await lockPlanUsage(tx, form.accountId, services);
  if (!hasBenefit(plan, 'documentTemplates')) return 'closed';
  if (!(await mayName(tx, entry, now))) return 'many';
  await make(tx, services, { entry, form, owner, proof });
  return outcomeOf(tx, { ...entry, confirmedBy: proof.confirmedBy });
}

/**
 * Returns whether the people that the visitor named may be invited today, so that a form does not serve to email
 * strangers, and counts them. Locks the counters of all mailboxes until the transaction ends.
 */
async function mayName(tx: Tx, { email, namedPeople }: FormEntry, now: number): Promise<boolean> {
  if (!namedPeople?.length) return true;
  const addresses = namedPeople.map((person) => person.email);
  await lockMailboxes(tx, [email, ...addresses]);
  const isOften = (await countNamedBy(tx, email, now)) + addresses.length > namedADay.perVisitor;
  return !isOften && countNamings(tx, addresses, namedADay.perAddress, now);
}

/**
 * Returns true if the link in the email is too old to confirm an entry.
 *
 * @param now ms UTC
 */
export function isExpired({ requestedAt }: Pick<FormEntry, 'requestedAt'>, now: number): boolean {
  return now - requestedAt.getTime() > hoursToConfirm * 3_600_000;
}

/**
 * Returns whether the document was sent to the person who confirmed this entry. In a sequential order, it is
 * sent only when their turn comes.
 */
export async function outcomeOf(db: Kysely<Schema>, entry: FormEntry): Promise<Confirmed> {
  const came = entry.confirmedBy === 'code' ? 'opened' : 'sent';
  const outcomes = { came, waits: 'waits', over: 'gone' } as const;
  return outcomes[(await turnOf(db, entry)).turn];
}

/** Returns the member who sends the document; undefined if they left or may no longer send. */
async function senderOf(
  tx: Tx,
  services: PublicFormsDeps,
  { accountId, createdBy: userId }: PublicForm,
  present: string | undefined,
): Promise<Owner | undefined> {
  if (await lockMembership(tx, { accountId, userId }, 'document.send', services)) return undefined;
  const sender = await findSender(tx, { accountId, createdBy: userId });
  return { accountId, userId, from: null, ...sender, through: { kind: 'public-form', present } };
}

type Making = { entry: FormEntry; form: PublicForm; owner: Owner; proof: Proof };

async function make(tx: Tx, services: PublicFormsDeps, { entry, form, owner, proof }: Making): Promise<void> {
  const { accountId, templateId } = form;
  const template = await lockVersionForUse(tx, accountId, templateId, entry.templateVersion);
  if (!template?.file)
    throw new NotSent({ detail: 'The version that the visitor was shown is gone.' }, 'changed');
  const made = await makeFrom(
    tx,
    services,
    { entry, form, owner, proof },
    { ...template, file: template.file },
  );
  const key = { accountId: form.accountId, documentId: made.id };
  const now = services.clock();
  const recipientId = made.recipients.get(form.visitorRole);
  if (recipientId === undefined) throw new NotSent({ detail: 'The visitor’s role is gone.' });
  const named = (entry.namedPeople ?? []).map(({ roleId }) => made.recipients.get(roleId)!);
  await appendEvents(tx, key, now, [answered(recipientId, { entry, proof, named })]);
  const through = { ...owner.through!, named };
  const refused = await sendInTransaction(tx, services, { ...owner, through }, made.id, {}, 'wait');
  if (refused) throw new NotSent(refused);
  await saveSubmission(tx, entry, { documentId: made.id, confirmedBy: proof.confirmedBy }, now);
}

/** Creates the document from the template version that the visitor saw, with its Word file filled in. */
async function makeFrom(
  tx: Tx,
  services: PublicFormsDeps,
  { entry, form, owner, proof: { file: filled } }: Making,
  template: Template & { file: DraftFile },
): Promise<Made> {
  const isAsked = template.merge || entry.namedPeople || form.namedByVisitor.length > 0;
  const isOutdated = isAsked && entry.askedSha256 !== askedMark(form);
  if (isOutdated) throw new NotSent({ detail: 'The questions changed.' }, 'changed');
  if (template.merge && !filled) throw new NotSent({ detail: 'The file is not filled in.' }, 'unfilled');
  const file = filled ? filled.file.of(template.file) : template.file;
  if (isRefusal(file)) throw new NotSent(file, 'changed');
  const fields = filled?.file.fields?.(template.fields, template.roles) ?? template.fields;
  if (isRefusal(fields)) throw new NotSent(fields);
  const visitor = { roleId: form.visitorRole, email: entry.email, name: entry.name };
  // All links are emailed, regardless of the folder's defaults, because no member would deliver them.
  const people = [...form.people, visitor, ...(entry.namedPeople ?? [])].map((person) => ({
    ...person,
    sendEmail: true,
  }));
  const placeholders = template.merge?.placeholders;
  const snapshot = { ...template, file, fields, placeholders };
  const made = await createInTransaction(tx, services, owner, snapshot, {
    people,
    formats: form.formats ?? undefined,
    signingOrder: form.signingOrder ?? undefined,
    ...(filled && { values: filled.values.fieldValues }),
  });
  if (isRefusal(made)) throw new NotSent(made);
  return made;
}

/**
 * Returns the known event data about the visitor: what they typed, including values for the Word file, whom
 * they named, when they submitted the form, and whether they confirmed with the emailed link or the code.
 *
 * @param named ids of the recipients whom the visitor named
 */
function answered(
  recipientId: string,
  { entry, proof, named }: Pick<Making, 'entry' | 'proof'> & { named: readonly string[] },
) {
  const { typed = {} } = proof.file?.values ?? {};
  const names = Object.keys(typed);
  return {
    type: 'form_answered' as const,
    actor: { kind: 'recipient' as const, id: recipientId },
    data: {
      recipientId,
      requestedAt: entry.requestedAt.toISOString(),
      confirmedBy: proof.confirmedBy,
      ...(names.length > 0 && { entered: names.join(', ') }),
      ...(named.length > 0 && { named: named.join(' ') }),
      ...(entry.atCounter && { atCounter: true }),
    },
    personal: {
      ...{ actor: entry.name, actorEmail: entry.email, ...proof.from },
      ...(names.length > 0 && { enteredValues: JSON.stringify(typed) }),
    },
  };
}
