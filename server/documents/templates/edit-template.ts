import type { PersonSettings } from '#core/template/settings.ts';
import { cleanTitle } from '#core/document/title.ts';
import { withOwnerGone } from '#core/field/owner-gone.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { checkChosenFiles } from '#core/recipient/chosen-files.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { impliedOrder } from '#core/recipient/turn.ts';
import { checkPerson, type FixedPerson, type TemplateRole } from '#core/template/roles.ts';
import type { PutTemplateFieldsBody, PutTemplateRolesBody } from '#contract/documents/templates.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { scheduleRelease } from '../../records/stored-files/promise-release.ts';
import { inTransactionOf, type Who } from '../../records/member.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { inOrder } from '../draft/in-order.ts';
import { anchorsBefore, followFile } from '../draft/follow-file.ts';
import { placeFields } from '../draft/place-fields.ts';
import { severalFiles } from '../files/join-draft-file.ts';
import { ingestFile, type SentFile } from '../files/ingest-file.ts';
import type { TemplatesDeps } from './deps.ts';
import { fieldsOfParties, notFound } from './create-template.ts';
import { findTemplate, lockTemplate, replaceTemplateParts, saveTemplate } from './template-store.ts';
import { pinFile } from './lock-file.ts';
import { mergeOf } from './template-merge.ts';
import { recordVersion } from './versions.ts';
import { revisionOf, type Template } from './template.ts';

type Parts = Pick<Template, 'roles' | 'fields'>;
type PartsChange = {
  roles?: PutTemplateRolesBody['roles'] | undefined;
  fields?: PutTemplateFieldsBody['fields'] | undefined;
};

/** Replaces the template's roles or fields. Existing drafts made from it keep theirs. */
export function putTemplateParts(
  services: TemplatesDeps,
  by: Who,
  id: string,
  { revision, ...change }: PartsChange & { revision?: number | undefined },
): Promise<Template | Refusal> {
  return editTemplate(services, by, id, { revision }, async (tx, template) => {
    const parts = partsAfter(template, change, services.clock());
    if (isRefusal(parts)) return parts;
    await replaceTemplateParts(tx, template, parts);
    return undefined;
  });
}

/**
 * Returns the changed parts of the template. Fields of a removed role have no role until they are reassigned.
 */
export function partsAfter(
  template: Template,
  { roles, fields }: PartsChange,
  now: number,
): Partial<Parts> | Refusal {
  const after = roles && rolesAfter(template, roles, now);
  if (isRefusal(after)) return after;
  const placed = fields && fieldsAfter({ ...template, ...after }, fields, now);
  if (isRefusal(placed)) return placed;
  return { ...after, ...(placed && { fields: placed }) };
}

function fieldsAfter(
  { file, roles }: Template,
  inputs: PutTemplateFieldsBody['fields'],
  now: number,
): Template['fields'] | Refusal {
  if (!file && inputs.length === 0) return [];
  if (!file) return refuse('template-without-file', 'This template has no file yet. Add one first.');
  const owned = inputs.map(({ roleId, ...field }) => ({ ...field, recipientId: roleId ?? null }));
  const placed = placeFields({ document: { pages: [...file.pages] }, recipients: roles }, owned, now);
  if (isRefusal(placed)) return placed;
  return placed.map(({ recipientId, ...field }) => ({ ...field, roleId: recipientId }));
}

function rolesAfter(template: Template, inputs: PutTemplateRolesBody['roles'], now: number): Parts | Refusal {
  const people: (FixedPerson | null | undefined)[] = [];
  for (const { name, person } of inputs) {
    const checked = person && checkPerson(cleanTitle(name), person);
    if (isRefusal(checked)) return checked;
    people.push(checked);
  }
  for (const { name, role = recipientRoles[0], files } of inputs) {
    const refused = checkChosenFiles({ name, email: '', role, onlyFiles: files }, template.file?.files ?? []);
    if (refused) return refused;
  }
  const named = inputs.map(({ id: given, name, role = recipientRoles[0], order, ...asked }, at) => {
    const before = template.roles.find(({ id: one }) => one === given);
    const person = people[at];
    return {
      id: before?.id ?? newId(now),
      name: cleanTitle(name),
      person: person === undefined ? (before?.person ?? null) : person,
      role,
      order,
      turn: before?.turn,
      settings: settingsOf(before, { role, ...asked }),
    };
  });
  const document = { signingOrder: impliedOrder(template.roles) };
  const ordered = inOrder({ document }, named, { chosen: undefined, keepTurns: true });
  if (isRefusal(ordered)) return ordered;
  const roles = ordered.recipients;
  if (roles.length === 0 || roles.some(({ name }) => name === '')) {
    return refuse('template-incomplete', 'A template needs at least one role, and each role needs a name.');
  }
  const kept = new Set(roles.map((role) => role.id));
  const fields = template.fields.map((field) =>
    field.roleId === null || kept.has(field.roleId)
      ? field
      : { ...field, roleId: null, properties: withOwnerGone(field.properties) },
  );
  return { roles, fields };
}

/** Returns the settings of a role after an edit. Omitted ones do not change. */
function settingsOf(
  before: TemplateRole | undefined,
  asked: Pick<
    PutTemplateRolesBody['roles'][number],
    'role' | 'language' | 'accessCode' | 'mailCode' | 'passkey' | 'message' | 'files'
  >,
): PersonSettings {
  const kept = before?.settings;
  return {
    language: asked.language === undefined ? (kept?.language ?? null) : asked.language,
    accessCodeRequired: asked.accessCode ?? kept?.accessCodeRequired ?? false,
    mailCode: asked.mailCode ?? kept?.mailCode ?? false,
    passkey: asked.passkey ?? kept?.passkey ?? 'none',
    message: asked.message === undefined ? (kept?.message ?? '') : cleanMessage(asked.message),
    onlyFiles:
      asked.files === undefined && before?.role === asked.role
        ? (kept?.onlyFiles ?? null)
        : (asked.files ?? null),
  };
}

/**
 * Replaces the template's file. As in a draft, its fields follow their anchors or keep their position. If
 * pages with fields would disappear, the user must confirm first. Existing drafts keep their file.
 */
export async function replaceTemplateFile(
  services: TemplatesDeps,
  by: Who,
  id: string,
  sent: SentFile & { revision: number; confirmed: boolean },
): Promise<Template | Refusal> {
  const { accountId } = by;
  const before = await findTemplate(services.db, accountId, id);
  if (!before) return notFound;
  const stored = await ingestFile(services, accountId, { ...sent, merge: {} }, async () => undefined);
  if (isRefusal(stored)) return stored;
  const { file } = stored;
  const anchors = before.merge?.anchors ?? (await anchorsBefore(services, accountId, before.file, stored));
  return editTemplate(services, by, id, sent, async (tx, template) => {
    if (template.file?.files) return severalFiles;
    const fields = followFile(template.fields, anchors, stored, sent.confirmed);
    if (isRefusal(fields)) return fields;
    const added = fieldsOfParties({ file, roles: template.roles }, fields.added, services.clock());
    if (isRefusal(added)) return added;
    const full = await pinFile(tx, services, accountId, file);
    if (full) return full;
    await replaceTemplateParts(tx, template, { fields: [...fields.kept, ...added] });
    const merge = mergeOf(stored, sent.trackedChanges);
    await saveTemplate(tx, template, { file, merge }, services.clock());
    if (template.file) await scheduleRelease(tx, services.jobs, accountId, template.file);
    return undefined;
  });
}

const templateOutdated = refuse(
  'revision-outdated',
  'This template was changed in another window. Reload to see the newest version; nothing was overwritten.',
);

/**
 * Runs an edit of a template and records its result as a version. The time of the last change is the
 * template's revision. Edits lock the row, so they never overlap.
 */
export async function editTemplate(
  services: TemplatesDeps,
  by: Who,
  id: string,
  { revision, isNewVersion = false }: { revision?: number | undefined; isNewVersion?: boolean },
  edit: (tx: Tx, template: Template) => Promise<Refusal | undefined>,
): Promise<Template | Refusal> {
  const { accountId, userId } = by;
  return inTransactionOf(services, by, 'template.edit', async (tx) => {
    const template = await lockTemplate(tx, accountId, id);
    if (!template) return notFound;
    if (revision !== undefined && revision !== revisionOf(template)) return templateOutdated;
    const refusal = await edit(tx, template);
    if (refusal) return refusal;
    // Even if the clock has not advanced, two edits must have different revisions.
    const now = Math.max(services.clock(), revisionOf(template) + 1);
    await saveTemplate(tx, template, {}, now);
    const edited = await findTemplate(tx, accountId, id);
    if (!edited) return notFound;
    const saving = { userId, now, isNew: isNewVersion };
    return { ...edited, version: await recordVersion(tx, services.jobs, template, edited, saving) };
  });
}
