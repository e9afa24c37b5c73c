import type { FieldInput } from '#contract/documents/field.ts';
import { settingsOfNewTemplate } from '#core/template/defaults.ts';
import { mergeMetadata, readReference, type AskedReference } from '#core/document/reference.ts';
import { folderNotFound } from '#core/folder/folder.ts';
import { renewFields } from '#core/field/renew-fields.ts';
import { defaultSendSettings, settingsForRole } from '#core/template/settings.ts';
import { templateAllowance } from '#core/plan/allowance.ts';
import { accessToDocument, fullVisibility } from '#core/permission/visibility.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { placeholderRoles, type TemplateRole } from '#core/template/roles.ts';
import { copyName, describeTemplate } from '#core/template/template.ts';
import { readPlan } from '../../records/plan-store.ts';
import { countTemplate, templatesNow } from '../../accounts/profile/usage-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { holdFolder } from '../../records/folder-store.ts';
import { findDefaults } from '../../records/defaults-store.ts';
import { lockDocument } from '../../records/document-store.ts';
import { readDraftFile, type DraftFile } from '../../records/draft-file.ts';
import { sealedElsewhere } from '../../records/sealed-elsewhere.ts';
import { inTransactionOf } from '../../records/member.ts';
import type { Owner } from '../../records/owner.ts';
import { refuseTakenId } from '../../records/reference-store.ts';
import { canUse, isInPrivateFolder } from '../../records/visibility-store.ts';
import { inOrder } from '../draft/in-order.ts';
import { placeFields } from '../draft/place-fields.ts';
import { ingestFile, type SentFile } from '../files/ingest-file.ts';
import type { TemplatesDeps } from './deps.ts';
import { findTemplate, insertTemplate, lockTemplate, type NewTemplate } from './template-store.ts';
import { pinFile } from './lock-file.ts';
import { mergeOfDocument, type MergeOfDocument } from './merge-of-document.ts';
import { mergeOf, type TemplateMerge } from './template-merge.ts';
import type { Template, TemplateParts } from './template.ts';

export const notFound = refuse('not-found', 'Template not found or access denied');

type GivenWords = Parameters<typeof describeTemplate>[0];

/**
 * Creates a template with the file, fields and roles of one of the account's documents, or without a file.
 */
export function createTemplate(
  services: TemplatesDeps,
  owner: Owner,
  given: GivenWords &
    AskedReference & {
      documentId?: string | undefined;
      private?: boolean | undefined;
      folderId?: string | undefined;
    },
): Promise<Template | Refusal> {
  const words = describeTemplate(given);
  const reference = readReference(given);
  if (isRefusal(words)) return Promise.resolve(words);
  if (isRefusal(reference)) return Promise.resolve(reference);
  return createFrom(services, owner, { ...given, words, reference });
}

type Creating = Parameters<typeof createTemplate>[2] & {
  words: NewTemplate['words'];
  reference: AskedReference;
};

async function createFrom(
  services: TemplatesDeps,
  owner: Owner,
  { words, reference, ...given }: Creating,
): Promise<Template | Refusal> {
  // Read before the transaction, because reading a Word file takes seconds.
  const ofFile =
    given.documentId === undefined ? undefined : await mergeOfDocument(services, owner, given.documentId);
  return insertCounted(services, owner, reference, async (tx) => {
    const folderId = await folderOf(tx, owner, given.folderId);
    if (isRefusal(folderId)) return folderId;
    if (given.documentId === undefined) {
      const parts = { file: null, roles: placeholderRoles([], ids(services)), fields: [] };
      return { words, parts, private: given.private ?? false, folderId };
    }
    const found = await partsOfDocument(tx, services, owner, { id: given.documentId, ofFile });
    if (isRefusal(found)) return found;
    // A template made from a private document is private unless its owner decides otherwise.
    const { secret, ...parts } = found;
    return { words, parts, private: given.private ?? secret, folderId };
  });
}

/** Creates a template from an uploaded file, with one signer. Creates and counts no document. */
export async function createTemplateFromFile(
  services: TemplatesDeps,
  owner: Owner,
  given: GivenWords & SentFile & { reference: AskedReference; folderId?: string | undefined },
): Promise<Template | Refusal> {
  const words = describeTemplate(given);
  if (isRefusal(words)) return words;
  const stored = await ingestFile(services, owner.accountId, { ...given, merge: {} }, () =>
    limitReached(services, owner.accountId),
  );
  if (isRefusal(stored)) return stored;
  const parts = partsOfFile(services, stored, mergeOf(stored, given.trackedChanges));
  if (isRefusal(parts)) return parts;
  return insertCounted(services, owner, given.reference, async (tx) => {
    const folderId = await folderOf(tx, owner, given.folderId);
    if (isRefusal(folderId)) return folderId;
    const full = await pinFile(tx, services, owner.accountId, stored.file);
    return full ?? { words, parts, folderId };
  });
}

/** Returns the folder of a new template, and keeps it from being deleted until the transaction ends. */
async function folderOf(
  tx: Tx,
  { accountId, sight }: Owner,
  given: string | undefined,
): Promise<string | null | Refusal> {
  const folderId = given?.toLowerCase() || null;
  const exists = await holdFolder(tx, accountId, folderId);
  return exists && canUse(sight, folderId) ? folderId : folderNotFound;
}

/** Returns one signer for each number in the anchors; one signer if there are no anchors. */
function partsOfFile(
  services: TemplatesDeps,
  { file, anchored }: { file: DraftFile; anchored: FieldInput[] },
  merge: TemplateMerge | null,
): TemplateParts | Refusal {
  const parties = Math.max(1, ...anchored.map(({ properties }) => properties?.party ?? 1));
  // Anchor numbers do not imply an order, so all sign at the same time until the sender sets one.
  const people = Array.from({ length: parties }, () => ({ role: 'signer' as const, turn: 1 }));
  const roles = placeholderRoles(people, ids(services));
  const fields = fieldsOfParties({ file, roles }, anchored, services.clock());
  return isRefusal(fields) ? fields : { file, merge, roles, fields };
}

/**
 * Assigns the fields from anchors to the acting roles by number. A field remains unassigned if its role does
 * not exist.
 */
export function fieldsOfParties(
  { file, roles }: { file: DraftFile; roles: readonly TemplateRole[] },
  anchored: readonly FieldInput[],
  now: number,
): Template['fields'] | Refusal {
  const acting = roles.filter(mustAct).toSorted((one, other) => one.turn - other.turn);
  const placed = placeFields({ document: { pages: [...file.pages] }, recipients: [] }, [...anchored], now);
  if (isRefusal(placed)) return placed;
  return placed.map(({ recipientId: _unknown, properties: { party, ...properties } = {}, ...field }) => ({
    ...field,
    properties,
    roleId: acting[(party ?? 1) - 1]?.id ?? null,
  }));
}

/** Creates an independent copy of a template. The copies share only the bytes of the file. */
export function duplicateTemplate(
  services: TemplatesDeps,
  owner: Owner,
  id: string,
): Promise<Template | Refusal> {
  return insertCounted(services, owner, {}, async (tx) => {
    const template = await lockTemplate(tx, owner.accountId, id);
    if (!template) return notFound;
    const {
      name,
      description,
      category,
      file,
      merge = null,
      formats = null,
      settings = defaultSendSettings,
    } = template;
    const nextId = ids(services);
    const roleIds = new Map(template.roles.map((role) => [role.id, nextId()]));
    return {
      private: template.private,
      folderId: template.folderId,
      words: { name: copyName(name), description, category },
      parts: {
        file,
        merge,
        formats,
        settings,
        roles: template.roles.map((role) => ({ ...role, id: roleIds.get(role.id)! })),
        fields: renewFields(template.fields, nextId).map((field) => ({
          ...field,
          roleId: roleIds.get(field.roleId ?? '') ?? null,
        })),
      },
    };
  });
}

/**
 * Counts and inserts in one transaction, so that the plan's limit also applies to concurrent requests. Adds
 * the metadata of `reference` to that of the parts.
 */
export async function insertCounted(
  services: TemplatesDeps,
  owner: Owner,
  reference: AskedReference,
  prepare: (tx: Tx) => Promise<Omit<NewTemplate, 'createdBy'> | Refusal>,
): Promise<Template | Refusal> {
  const now = services.clock();
  const id = newId(now);
  const { accountId, userId: createdBy } = owner;
  const refused = await inTransactionOf(services, owner, 'template.edit', async (tx) => {
    const prepared = await prepare(tx);
    if (isRefusal(prepared)) return prepared;
    const { parts } = prepared;
    const metadata = mergeMetadata(parts.settings?.metadata, reference.metadata);
    if (isRefusal(metadata)) return metadata;
    const refused =
      (await refuseTakenId(tx, 'templates', { accountId }, reference)) ??
      (await countTemplate(tx, accountId, services));
    if (refused) return refused;
    const initial =
      parts.settings ?? settingsOfNewTemplate(await findDefaults(tx, accountId, [prepared.folderId]));
    const settings = { ...defaultSendSettings, ...initial, metadata };
    const referenced = { ...parts, settings, externalId: reference.externalId ?? null };
    await insertTemplate(tx, now, { accountId, id, createdBy, ...prepared, parts: referenced });
    return undefined;
  });
  return refused ?? (await findTemplate(services.db, accountId, id)) ?? notFound;
}

async function partsOfDocument(
  tx: Tx,
  services: TemplatesDeps,
  { accountId, sight = fullVisibility, keyId }: Owner,
  { id: documentId, ofFile }: { id: string; ofFile: MergeOfDocument | undefined },
): Promise<(TemplateParts & { secret: boolean }) | Refusal> {
  const whole = await lockDocument(tx, accountId, documentId);
  const ofKey = keyId === undefined || whole?.document.test === false;
  if (!whole || !ofKey || accessToDocument(sight, whole.document) === 'none')
    return refuse('not-found', 'Document not found or access denied');
  if (whole.document.test) return isTest;
  if (whole.document.sealedElsewhere) return sealedElsewhere;
  const nextId = ids(services);
  const ordered = inOrder(whole, whole.recipients, { chosen: undefined, keepTurns: true });
  if (isRefusal(ordered)) return ordered;
  const people = ordered.recipients.map(({ role, turn, accessCodeRequired = false, ...person }) => {
    return { role, turn, settings: settingsForRole({ ...person, accessCodeRequired }) };
  });
  const roles = placeholderRoles(people, nextId);
  const roleIds = new Map(whole.recipients.map((recipient, index) => [recipient.id, roles[index]!.id]));
  const fields = renewFields(whole.fields, nextId).map(({ recipientId, ...field }) => ({
    ...field,
    roleId: roleIds.get(recipientId ?? '') ?? null,
  }));
  const secret = await isInPrivateFolder(tx, whole.document);
  const { formats = null, expirationDays = null } = whole.document;
  const settings = { ...whole.document, expirationDays };
  const file = await readDraftFile(tx, { accountId, id: documentId });
  const merge = ofFile?.baseSha256 === file.baseSha256 ? ofFile.merge : null;
  return { file, merge, formats, settings, roles, fields, secret };
}

/**
 * Refused because the pages of a test document are marked as not binding, and the mark would appear on real
 * documents.
 */
const isTest = refuse(
  'test-document-not-allowed',
  'This is a test document, and every page is marked as one. Create the template from the original file instead.',
);

/** Checks the limit early, before the file is processed. countTemplate makes the decision. */
export async function limitReached(services: TemplatesDeps, accountId: string): Promise<Refusal | undefined> {
  const plan = await readPlan(services.db, accountId, services);
  return templateAllowance(plan, await templatesNow(services.db, accountId));
}

export function ids({ clock }: TemplatesDeps): () => string {
  return () => newId(clock());
}
