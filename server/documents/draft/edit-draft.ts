import { advance } from '#core/document/lifecycle.ts';
import { isSamePerson } from '#core/document/manage.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { nameProblem, refuseName } from '#core/person/name.ts';
import { readReference, type AskedReference } from '#core/document/reference.ts';
import { cleanTitle, testTitle } from '#core/document/title.ts';
import { assignParties } from '#core/field/assign-parties.ts';
import type { Field } from '#core/field/field.ts';
import { withOwnerGone } from '#core/field/owner-gone.ts';
import { recipientAllowance } from '#core/plan/allowance.ts';
import type { Recipient } from '#core/recipient/recipient.ts';
import { changeFormats, type FormatsChange } from '#core/formats/formats.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { FieldInput, RecipientInput } from '#contract/documents/documents.ts';
import { hashAccessCode } from '../../foundation/crypto/access-code.ts';
import { inTransactionOf } from '../../records/member.ts';
import { lockPlanUsage } from '../../records/plan-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { cleanMessage } from './clean-message.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import type { Owner } from '../../records/owner.ts';
import {
  findDocument,
  lockDocument,
  replaceFields,
  replaceRecipients,
  saveDocument,
} from '../../records/document-store.ts';
import type { StoredDocument, StoredRecipient, WholeDocument } from '../../records/document.ts';
import { refuseTakenId } from '../../records/reference-store.ts';
import type { DraftDeps } from './deps.ts';
import { inOrder } from './in-order.ts';
import { placeFields } from './place-fields.ts';

export { placeFields } from './place-fields.ts';

export const notFound = refuse('not-found', 'Document not found or access denied');

export const revisionOutdated = refuse(
  'revision-outdated',
  'This document was changed in another window. Reload to see the newest version; nothing was overwritten.',
);

/**
 * Replaces the draft's fields. `revision` is the revision the edit was based on; if given, an outdated one is
 * refused.
 */
export function putFields(
  services: DraftDeps,
  owner: Owner,
  id: string,
  edit: { fields: FieldInput[]; revision?: number | undefined },
): Promise<WholeDocument | Refusal> {
  return editDraft(services, owner, id, edit.revision, async (tx, whole) => {
    const fields = placeFields(whole, edit.fields, services.clock());
    if (isRefusal(fields)) return fields;
    await replaceFields(tx, whole.document, fields);
    return undefined;
  });
}

/** Replaces the draft's recipients. Fields of removed recipients remain without a recipient. */
export function putRecipients(
  services: DraftDeps,
  owner: Owner,
  id: string,
  edit: {
    recipients: RecipientInput[];
    signingOrder?: SigningOrder | undefined;
    revision?: number | undefined;
  },
): Promise<WholeDocument | Refusal> {
  return editDraft(services, owner, id, edit.revision, async (tx, whole) => {
    const named = nameRecipients(whole, edit.recipients, services.clock());
    if (isRefusal(named)) return named;
    const ordered = inOrder(whole, named, { chosen: edit.signingOrder, keepTurns: false });
    if (isRefusal(ordered)) return ordered;
    const recipients = await withCodes(ordered.recipients);
    if (isRefusal(recipients)) return recipients;
    const plan = await lockPlanUsage(tx, owner.accountId, services);
    const over = recipientAllowance(plan, recipients.length, whole.recipients.length);
    if (over) return over;
    await replaceRecipients(tx, whole.document, recipients);
    await saveDocument(tx, whole.document, { signing_order: ordered.signingOrder });
    const fields = fieldsForRecipients(whole.fields, recipients);
    if (fields.some(({ recipientId }, at) => recipientId !== whole.fields[at]!.recipientId))
      await replaceFields(tx, whole.document, fields);
    return undefined;
  });
}

/**
 * Unassigns the fields of removed recipients. Unassigned fields that an anchor placed are assigned to the
 * recipient the anchor names.
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

export function renameDraft(
  services: DraftDeps,
  owner: Owner,
  id: string,
  { title, revision, ...asked }: AskedReference & { title: string; revision?: number | undefined },
): Promise<WholeDocument | Refusal> {
  const reference = readReference(asked);
  if (isRefusal(reference)) return Promise.resolve(reference);
  const trimmed = cleanTitle(title);
  if (trimmed === '')
    return Promise.resolve(refuse('title-missing', 'Title required - Please enter a title for the document'));
  return editDraft(services, owner, id, revision, async (tx, whole) => {
    const refused = await saveReference(tx, whole.document, reference);
    if (refused) return refused;
    await saveDocument(tx, whole.document, { title: whole.document.test ? testTitle(trimmed) : trimmed });
    return undefined;
  });
}

/** Changes the reference of a document, or the date and number formats of a draft. */
export async function changeDraft(
  services: DraftDeps,
  owner: Owner,
  id: string,
  change: AskedReference & { formats?: FormatsChange | undefined; revision?: number | undefined },
): Promise<WholeDocument | Refusal> {
  const { formats, revision, ...asked } = change;
  const reference = readReference(asked);
  if (isRefusal(reference)) return reference;
  if (!formats) {
    const refused = await inTransactionOf(services, owner, 'document.draft', async (tx) => {
      const whole = await lockDocument(tx, owner.accountId, id);
      if (!whole) return notFound;
      if (revision !== undefined && revision !== whole.document.revision) return revisionOutdated;
      return saveReference(tx, whole.document, reference);
    });
    return refused ?? (await findDocument(services.db, owner.accountId, id)) ?? notFound;
  }
  return editDraft(services, owner, id, revision, async (tx, { document }) => {
    const refused = await saveReference(tx, document, reference);
    if (refused) return refused;
    const before = document.formats ?? (await defaultFormats(tx, owner));
    await saveDocument(tx, document, { formats: changeFormats(before, formats) });
    return undefined;
  });
}

/** Not an edit of the agreement: allowed at any status, and without a new revision. */
async function saveReference(
  tx: Tx,
  document: StoredDocument,
  reference: AskedReference,
): Promise<Refusal | undefined> {
  const { accountId, id, test } = document;
  const { externalId, metadata } = reference;
  const taken = await refuseTakenId(tx, 'documents', { accountId, test, except: id }, reference);
  if (taken) return taken;
  if (externalId === undefined && metadata === undefined) return undefined;
  await saveDocument(tx, document, {
    ...(externalId !== undefined && { external_id: externalId }),
    ...(metadata !== undefined && { metadata }),
  });
  return undefined;
}

async function editDraft(
  services: DraftDeps,
  owner: Owner,
  id: string,
  revision: number | undefined,
  edit: (tx: Tx, whole: WholeDocument) => Promise<Refusal | undefined>,
): Promise<WholeDocument | Refusal> {
  const refused = await inTransactionOf(services, owner, 'document.draft', async (tx) => {
    const whole = await lockDocument(tx, owner.accountId, id);
    if (!whole) return notFound;
    const allowed = advance(whole.document.status, 'edit');
    if (isRefusal(allowed)) return allowed;
    if (revision !== undefined && revision !== whole.document.revision) {
      return revisionOutdated;
    }
    const refusal = await edit(tx, whole);
    if (refusal) return refusal;
    await saveDocument(tx, whole.document, {
      revision: whole.document.revision + 1,
      updated_at: new Date(services.clock()),
    });
    return undefined;
  });
  return refused ?? (await findDocument(services.db, owner.accountId, id)) ?? notFound;
}

/**
 * Matches the requested recipients with the stored ones, so that known recipients keep their id. Matching is
 * by id first, then by email address and role among recipients that no id in the request names. `order` is
 * the number in the request; `turn` is the stored turn. `inOrder` decides the new turns.
 */
export function nameRecipients(whole: WholeDocument, inputs: readonly RecipientInput[], now: number) {
  const free = [...whole.recipients];
  const asked = new Set(inputs.flatMap(({ id }) => id ?? []));
  const named = [];
  for (const input of inputs) {
    const email = mailAddress(input.email);
    const name = (input.name ?? '').trim();
    const role = input.role ?? 'signer';
    if (email === undefined) {
      return refuse(
        'recipient-address-invalid',
        'Invalid email addresses: Please enter valid email addresses for all recipients',
      );
    }
    const problem = nameProblem(name);
    if (problem) return refuseName('recipient-name-invalid', `The name of ${email}`, problem);
    const at = free.findIndex((known) =>
      input.id
        ? known.id === input.id
        : !asked.has(known.id) && known.role === role && known.email.toLowerCase() === email.toLowerCase(),
    );
    const known = at < 0 ? undefined : free.splice(at, 1)[0];
    // With a different role this is a new recipient, but the same person, so the protection they had is kept.
    const before = known ?? whole.recipients.find((one) => isSamePerson(one, { email }));
    if (typeof input.accessCode === 'boolean' && input.accessCode !== hasCode(before))
      return codeUnclear(email);
    named.push({
      id: known?.id ?? newId(now),
      email,
      name,
      role,
      order: input.order,
      turn: known?.turn,
      language: input.language === undefined ? (before?.language ?? null) : input.language,
      accessCodeHash: before?.accessCodeHash ?? null,
      accessCodeRequired: before?.accessCodeRequired ?? false,
      mailCode: input.mailCode ?? before?.mailCode ?? false,
      passkey: input.passkey ?? before?.passkey ?? 'none',
      newCode: typeof input.accessCode === 'boolean' ? undefined : input.accessCode,
      message: input.message === undefined ? (before?.message ?? '') : cleanMessage(input.message ?? ''),
    });
  }
  return named;
}

/**
 * Returns true if the recipient has an access code. This is the boolean that the API returns and that a
 * client may send back unchanged.
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

/** Replaces each new access code with its hash; only the hash is stored. Null or an empty code removes it. */
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
