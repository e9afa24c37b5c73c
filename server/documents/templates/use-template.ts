import { cleanTitle } from '#core/document/title.ts';
import { changeFormats, type DocumentFormats, type FormatsChange } from '#core/formats/formats.ts';
import type { SendSettings } from '#core/template/settings.ts';
import { renewFields } from '#core/field/renew-fields.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { impliedOrder, type SigningOrder } from '#core/recipient/turn.ts';
import { castRoles, type RolePerson, type TemplateRole } from '#core/template/roles.ts';
import { lockMembership } from '../../records/member.ts';
import type { PlanRules } from '../../records/plan-store.ts';
import { countUpload } from '../../accounts/profile/usage-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { markAsTest } from '../files/mark-as-test.ts';
import { refuseTests } from '../../records/test-documents.ts';
import { replaceFields, replaceRecipients } from '../../records/document-store.ts';
import { withCodes } from '../draft/edit-draft.ts';
import { inOrder } from '../draft/in-order.ts';
import { insertDraft } from '../draft/insert-draft.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import type { Owner } from '../../records/owner.ts';
import type { TemplatesDeps } from './deps.ts';
import { notFound } from './create-template.ts';
import { lockTemplate } from './template-store.ts';
import type { Template, TemplateField } from './template.ts';

export type Use = {
  title?: string | null | undefined;
  people: (RolePerson & { accessCode?: string | undefined })[];
  signingOrder?: SigningOrder | undefined;
  /** Replaces the template's formats. */
  formats?: FormatsChange | undefined;
};

/**
 * Creates a draft from a template, with its file and fields and a person for each role. It counts as a
 * document of this month, in the same transaction; a refused use counts and leaves nothing.
 */
export function makeDocument(services: TemplatesDeps, owner: Owner, id: string, use: Use): Promise<Made> {
  return owner.test ? makeTest(services, owner, id, use) : makeOf(services, owner, id, use, (file) => file);
}

/**
 * Marks the pages beforehand, since that is slow; checks again in case the template changed in the meantime.
 */
async function makeTest(services: TemplatesDeps, owner: Owner, id: string, use: Use): Promise<Made> {
  const before = await inTransaction(services.db, (tx) => lockTemplate(tx, owner.accountId, id));
  if (!before?.file) return makeOf(services, owner, id, use, (file) => file);
  const marked = await markAsTest(services, owner.accountId, before.file);
  if (isRefusal(marked)) return marked;
  const { baseSha256 } = before.file;
  return makeOf(services, owner, id, use, (file) => (file.baseSha256 === baseSha256 ? marked : changed));
}

const changed = refuse('revision-outdated', 'This template was just changed. Try again.');

/** `recipients`: the person who fills each role. */
type Draft = {
  id: string;
  title: string;
  recipients: ReadonlyMap<string, string>;
  /** Roles whose person needs an access code before the document is sent. */
  accessCodesNeeded: string[];
};
type Made = Draft | Refusal;

function makeOf(
  services: TemplatesDeps,
  owner: Owner,
  id: string,
  use: Use,
  fileOf: (file: DraftFile) => DraftFile | Refusal,
): Promise<Made> {
  return inTransaction(services.db, async (tx) => {
    const mayNot = await lockMembership(tx, owner, 'document.draft', services);
    if (mayNot) return mayNot;
    const template = await lockTemplate(tx, owner.accountId, id);
    if (!template) return notFound;
    if (!template.file)
      return refuse(
        'template-without-file',
        'This template has no file yet. Add one first, then use the template.',
      );
    const file = fileOf(template.file);
    return isRefusal(file) ? file : makeInTransaction(tx, services, owner, { ...template, file }, use);
  });
}

/** The parts of a template needed for a draft. */
export type TemplateSnapshot = Pick<Template, 'id' | 'name'> & {
  file: DraftFile;
  roles: readonly TemplateRole[];
  fields: readonly TemplateField[];
  formats?: DocumentFormats | null;
  settings?: SendSettings;
};

/** Like `makeDocument`, in the caller's transaction, which must be rolled back on a refusal. */
export async function makeInTransaction(
  tx: Tx,
  services: PlanRules,
  owner: Owner,
  template: TemplateSnapshot,
  use: Use,
): Promise<Made> {
  const cast = castRoles(template.roles, use.people);
  if (isRefusal(cast)) return cast;
  const now = services.clock();
  const over = owner.test
    ? await refuseTests(tx, owner.accountId)
    : await countUpload(tx, owner.accountId, new Date(now), services);
  if (over) return over;

  const document = { signingOrder: impliedOrder(template.roles) };
  const people = cast.map(({ role, email, name }) => {
    return { ...role.settings, id: newId(now), email, name, role: role.role, turn: role.turn };
  });
  const ordered = inOrder({ document }, people, { chosen: use.signingOrder, keepTurns: true });
  if (isRefusal(ordered)) return ordered;
  const { signingOrder } = ordered;
  const codes = new Map(use.people.map(({ roleId, accessCode }) => [roleId, accessCode]));
  const recipients = await withCodes(
    ordered.recipients.map((person, at) => {
      return { ...person, accessCodeHash: null, newCode: codes.get(cast[at]!.role.id) };
    }),
  );
  if (isRefusal(recipients)) return recipients;
  const draft = { accountId: owner.accountId, id: newId(now) };
  const title = cleanTitle(use.title ?? '') || template.name;
  await insertDraft(tx, now, {
    owner,
    id: draft.id,
    title,
    file: template.file,
    formats: changeFormats(template.formats ?? (await defaultFormats(tx, owner)), use.formats),
    signingOrder,
    settings: template.settings,
    facts: { templateId: template.id },
  });
  const ids = new Map(cast.map(({ role }, index) => [role.id, recipients[index]!.id]));
  await replaceRecipients(tx, draft, recipients);
  await replaceFields(
    tx,
    draft,
    renewFields(template.fields, () => newId(now)).map(({ roleId, ...field }) => ({
      ...field,
      recipientId: ids.get(roleId ?? '') ?? null,
    })),
  );
  const codeless = cast.filter((_, at) => recipients[at]!.accessCodeNeeded).map(({ role }) => role.id);
  return { id: draft.id, title, recipients: ids, accessCodesNeeded: codeless };
}
