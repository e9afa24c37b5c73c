import type { Kysely, Updateable } from 'kysely';
import type { Defaults } from '#core/template/defaults.ts';
import { advance } from '#core/document/lifecycle.ts';
import { isSamePerson } from '#core/document/manage.ts';
import type { ReminderRule } from '#core/document/sending-terms.ts';
import { addressInvalid, checkDelivery } from '#core/recipient/delivery.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { nameProblem, refuseName } from '#core/person/name.ts';
import { readReference, type AskedReference } from '#core/document/reference.ts';
import { cleanTitle, testTitle } from '#core/document/title.ts';
import { assignParties } from '#core/field/assign-parties.ts';
import type { Field } from '#core/field/field.ts';
import { withOwnerGone } from '#core/field/owner-gone.ts';
import { recipientAllowance } from '#core/plan/allowance.ts';
import { checkChosenFiles, type ChosenFiles } from '#core/recipient/chosen-files.ts';
import type { Recipient } from '#core/recipient/recipient.ts';
import { changeFormats } from '#core/formats/formats.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { RecipientInput } from '#contract/documents/documents.ts';
import type { ChangeDraftBody } from '#contract/documents/draft.ts';
import { hashAccessCode } from '../../foundation/crypto/access-code.ts';
import { inTransactionOf } from '../../records/member.ts';
import { lockPlanUsage } from '../../records/plan-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { DocumentsTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { findDefaults } from '../../records/defaults-store.ts';
import { checkReturnUrl } from '../../records/return-url-store.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import type { Owner } from '../../records/owner.ts';
import {
  findDocument,
  lockDocument,
  replaceFields,
  replaceRecipients,
  saveDocument,
  settingsColumns,
} from '../../records/document-store.ts';
import {
  filesOf,
  type StoredDocument,
  type StoredRecipient,
  type WholeDocument,
} from '../../records/document.ts';
import { refuseTakenId } from '../../records/reference-store.ts';
import type { DraftDeps } from './deps.ts';
import { inOrder } from './in-order.ts';
import { placeFields } from './place-fields.ts';
import { readTerms, subjectOf } from './terms.ts';

export { placeFields } from './place-fields.ts';

export const notFound = refuse('not-found', 'Document not found or access denied');

export const revisionOutdated = refuse(
  'revision-outdated',
  'This document was changed in another window. Reload to see the newest version; nothing was overwritten.',
);

type Columns = Omit<Updateable<DocumentsTable>, 'status'>;

/** A change of a draft. Omitted properties do not change. */
export type DraftChange = Omit<ChangeDraftBody, 'reminders'> & { reminders?: ReminderRule | undefined };

/**
 * Properties that are not part of the agreement. They can be changed at any status and do not create a new
 * revision.
 */
const outsideAgreement = new Set(['externalId', 'metadata', 'uniqueExternalId', 'revision']);

/**
 * Changes settings, recipients and fields of a draft together, or the reference of any document. If
 * `revision` is given, a change based on another revision is refused.
 */
export async function changeDraft(
  services: DraftDeps,
  owner: Owner,
  id: string,
  change: DraftChange,
): Promise<WholeDocument | Refusal> {
  const isEdit = Object.entries(change).some(
    ([name, value]) => value !== undefined && !outsideAgreement.has(name),
  );
  const refused = await inTransactionOf(services, owner, 'document.draft', async (tx) => {
    const whole = await lockDocument(tx, owner.accountId, id);
    if (!whole) return notFound;
    const { document } = whole;
    const allowed = isEdit && advance(document.status, 'edit');
    if (isRefusal(allowed)) return allowed;
    if (change.revision !== undefined && change.revision !== document.revision) return revisionOutdated;
    const reference = await referenceAfter(tx, document, change);
    if (isRefusal(reference)) return reference;
    if (!isEdit) return void (await saveDocument(tx, document, reference));
    const settings = await settingsAfter(tx, owner, document, change);
    if (isRefusal(settings)) return settings;
    const parts = await replaceParts(tx, services, owner, whole, change);
    if (isRefusal(parts)) return parts;
    const moved = { revision: document.revision + 1, updated_at: new Date(services.clock()) };
    await saveDocument(tx, document, { ...reference, ...settings, ...parts, ...moved });
    return undefined;
  });
  return refused ?? (await findDocument(services.db, owner.accountId, id)) ?? notFound;
}

/** Replaces recipients and fields. Returns the changed columns of the document. */
async function replaceParts(
  tx: Tx,
  services: DraftDeps,
  owner: Owner,
  whole: WholeDocument,
  change: DraftChange,
): Promise<Columns | Refusal> {
  const people = await peopleAfter(tx, services, owner, whole, change);
  if (isRefusal(people)) return people;
  const recipients = people?.recipients ?? whole.recipients;
  const fields = change.signatureFields
    ? placeFields({ ...whole, recipients }, change.signatureFields, services.clock())
    : people && fieldsForRecipients(whole.fields, recipients);
  if (isRefusal(fields)) return fields;
  if (people) await replaceRecipients(tx, whole.document, people.recipients);
  const isMoved = fields?.some(({ recipientId }, at) => recipientId !== whole.fields[at]?.recipientId);
  if (fields && (change.signatureFields || isMoved)) await replaceFields(tx, whole.document, fields);
  return people ? { signing_order: people.signingOrder } : {};
}

async function referenceAfter(
  tx: Tx,
  { accountId, id, test, metadata: before }: StoredDocument,
  change: AskedReference,
): Promise<Columns | Refusal> {
  const reference = readReference(change);
  if (isRefusal(reference)) return reference;
  const taken = await refuseTakenId(tx, 'documents', { accountId, test, except: id }, reference);
  if (taken) return taken;
  const { externalId, metadata = before } = reference;
  return { metadata, ...(externalId !== undefined && { external_id: externalId }) };
}

/** Returns the changed columns for the draft's settings. */
async function settingsAfter(
  tx: Tx,
  owner: Owner,
  document: StoredDocument,
  { title, formats, ...change }: DraftChange,
): Promise<Columns | Refusal> {
  const named = title === undefined ? undefined : cleanTitle(title);
  if (named === '') return refuse('title-missing', 'Title required - Please enter a title for the document');
  const terms = readTerms(change);
  if (isRefusal(terms)) return terms;
  const returnUrl = await returnUrlAfter(tx, owner, change);
  if (isRefusal(returnUrl)) return returnUrl;
  const { subject, expirationDays = null, ...others } = { ...document, ...terms.settings };
  const { message, reminderRule, delegationAllowed, signatureKinds, metadata } = others;
  const { separateFiles, separateCertificate } = others;
  const printed = formats && changeFormats(document.formats ?? (await defaultFormats(tx, owner)), formats);
  return {
    ...(named !== undefined && { title: document.test ? testTitle(named) : named }),
    ...settingsColumns({
      ...{ message, reminderRule, delegationAllowed, signatureKinds, metadata, expirationDays },
      ...{ separateFiles, separateCertificate },
      subject: subjectOf(subject, document.test),
    }),
    ...(formats !== undefined && { formats: printed ?? null }),
    ...(returnUrl !== undefined && { return_url: returnUrl }),
  };
}

/** Returns undefined if the URL does not change, and null for the account's URL. */
async function returnUrlAfter(
  tx: Tx,
  { accountId }: Owner,
  { returnUrl }: DraftChange,
): Promise<string | null | undefined | Refusal> {
  return typeof returnUrl === 'string' ? checkReturnUrl(tx, accountId, returnUrl) : returnUrl;
}

/** Returns the recipients after the change, in their new order; undefined if they do not change. */
async function peopleAfter(
  tx: Tx,
  services: DraftDeps,
  owner: Owner,
  whole: WholeDocument,
  { recipients: inputs, signingOrder: chosen }: DraftChange,
) {
  if (!inputs && !chosen) return undefined;
  const people = inputs ?? whole.recipients.map(withoutTurn);
  const named = await nameRecipientsIn(tx, whole, people, services.clock());
  if (isRefusal(named)) return named;
  const ordered = inOrder(whole, named, { chosen, keepTurns: false });
  if (isRefusal(ordered)) return ordered;
  const recipients = await withCodes(ordered.recipients);
  if (isRefusal(recipients)) return recipients;
  const plan = await lockPlanUsage(tx, owner.accountId, services);
  const over = recipientAllowance(plan, recipients.length, whole.recipients.length);
  return over ?? { recipients, signingOrder: ordered.signingOrder };
}

/** Returns an input that refers to a stored recipient and changes nothing about them. */
function withoutTurn({ id, email, name, role }: StoredRecipient): RecipientInput {
  return { id, email, name, role };
}

/**
 * Removes the recipient from fields whose recipient was removed. Unassigned fields from an anchor get the
 * recipient that the anchor names.
 */
function fieldsForRecipients(
  fields: readonly Field[],
  recipients: readonly Pick<Recipient, 'id' | 'role' | 'turn'>[],
): Field[] {
  const known = new Set(recipients.map((recipient) => recipient.id));
  const kept = fields.map((field) =>
    field.recipientId === null || known.has(field.recipientId)
      ? field
      : { ...field, recipientId: null, properties: withOwnerGone(field.properties) },
  );
  return assignParties(kept, recipients);
}

/** Matches recipients as `nameRecipients` does. New ones get the defaults of the document's folder. */
export async function nameRecipientsIn(
  db: Kysely<Schema>,
  whole: WholeDocument,
  inputs: readonly RecipientInput[],
  now: number,
) {
  const { accountId, folderId } = whole.document;
  return nameRecipients(whole, inputs, now, await findDefaults(db, accountId, [folderId]));
}

/**
 * Matches the requested recipients with the stored ones, so that known recipients keep their id. An id in the
 * request matches first, then address and role among recipients that no id in the request refers to. `order`
 * is the number in the request, and `turn` the stored turn; `inOrder` decides the new turns.
 */
export function nameRecipients(
  whole: WholeDocument,
  inputs: readonly RecipientInput[],
  now: number,
  defaults: Pick<Defaults, 'language' | 'sendEmail'> = {},
) {
  const free = [...whole.recipients];
  const asked = new Set(inputs.flatMap(({ id }) => id ?? []));
  const named = [];
  for (const input of inputs) {
    const given = (input.email ?? '').trim();
    const email = given === '' ? '' : mailAddress(given);
    const name = (input.name ?? '').trim();
    const role = input.role ?? 'signer';
    if (email === undefined) return addressInvalid;
    const problem = nameProblem(name);
    if (problem)
      return refuseName('recipient-name-invalid', `The name of ${email || 'a recipient'}`, problem);
    const at = free.findIndex((known) =>
      input.id
        ? known.id === input.id
        : !asked.has(known.id) &&
          known.role === role &&
          known.email.toLowerCase() === email.toLowerCase() &&
          (email !== '' || known.name === name),
    );
    const known = at < 0 ? undefined : free.splice(at, 1)[0];
    // With another role this is a new recipient but the same person, so their protection is kept.
    const before = known ?? whole.recipients.find((one) => isSamePerson(one, { email }));
    if (typeof input.accessCode === 'boolean' && input.accessCode !== hasCode(before))
      return codeUnclear(email || name);
    const delivery = {
      sendEmail: input.sendEmail ?? before?.sendEmail ?? (role === 'cc' || (defaults.sendEmail ?? true)),
      phone: input.phone === undefined ? (before?.phone ?? '') : (input.phone ?? '').trim(),
      mailCode: input.mailCode ?? before?.mailCode ?? false,
    };
    const undeliverable = checkDelivery({ email, name, role, ...delivery });
    if (undeliverable) return undeliverable;
    const unknown = checkChosenFiles({ email, name, role, onlyFiles: input.files }, filesOf(whole.document));
    if (unknown) return unknown;
    named.push({
      id: known?.id ?? newId(now),
      email,
      name,
      role,
      order: input.order,
      turn: known?.turn,
      language: input.language === undefined ? languageOf(before, defaults) : input.language,
      accessCodeHash: before?.accessCodeHash ?? null,
      accessCodeRequired: before?.accessCodeRequired ?? false,
      ...delivery,
      passkey: input.passkey ?? before?.passkey ?? 'none',
      newCode: typeof input.accessCode === 'boolean' ? undefined : input.accessCode,
      message: input.message === undefined ? (before?.message ?? '') : cleanMessage(input.message ?? ''),
      onlyFiles: input.files === undefined ? keptFiles(before, role) : input.files,
    });
  }
  return named;
}

/** After a change of role, a person reads or agrees to all files again. */
const keptFiles = (before: StoredRecipient | undefined, role: Recipient['role']): ChosenFiles =>
  before?.role === role ? (before.onlyFiles ?? null) : null;

function languageOf(before: StoredRecipient | undefined, defaults: Pick<Defaults, 'language'>) {
  return before ? before.language : (defaults.language ?? null);
}

/**
 * Returns true if the recipient has an access code. The API returns this boolean, and a client may send it
 * back unchanged.
 */
function hasCode(recipient: StoredRecipient | undefined): boolean {
  return (recipient?.accessCodeHash ?? null) !== null;
}

function codeUnclear(email: string): Refusal {
  return refuse(
    'access-code-invalid',
    `\`accessCode\` of ${email} is not valid. Send the code as text to set one, null to remove it, or omit it to keep it.`,
  );
}

export function accessCodeRequired(name: string): Refusal {
  return refuse(
    'access-code-required',
    `${name} needs a new access code, because access codes are not copied. Set one, or send \`accessCode\`: null to use none.`,
    { name },
  );
}

/**
 * Replaces each new access code with its hash, since the code itself is not stored. Null or an empty text
 * removes the code.
 */
export async function withCodes<
  Named extends {
    accessCodeHash: string | null;
    accessCodeRequired?: boolean | undefined;
    newCode?: string | null | undefined;
  },
>(named: Named[]): Promise<Named[] | Refusal> {
  const coded: Named[] = [];
  for (const recipient of named) {
    const { newCode } = recipient;
    const hash =
      newCode === undefined ? recipient.accessCodeHash : newCode ? await hashAccessCode(newCode) : null;
    if (isRefusal(hash)) return hash;
    const accessCodeRequired = newCode === undefined && (recipient.accessCodeRequired ?? false);
    coded.push({ ...recipient, accessCodeHash: hash, accessCodeRequired });
  }
  return coded;
}
