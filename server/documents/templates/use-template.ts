import type { Kysely } from 'kysely';
import { settingsOfDefaults, settingsOfTemplate, type Defaults } from '#core/template/defaults.ts';
import { mergeMetadata, type AskedReference } from '#core/document/reference.ts';
import { cleanTitle } from '#core/document/title.ts';
import {
  changeFormats,
  type DocumentFormats,
  type FormatsChange,
  type PrintFormats,
} from '#core/formats/formats.ts';
import { fillByName, isFieldName, type NamedValues } from '#core/field/fill-by-name.ts';
import { defaultSendSettings, type PersonSettings, type SendSettings } from '#core/template/settings.ts';
import { renewFields } from '#core/field/renew-fields.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { checkDelivery } from '#core/recipient/delivery.ts';
import { impliedOrder, type SigningOrder } from '#core/recipient/turn.ts';
import { castRoles, type Cast, type RolePerson, type TemplateRole } from '#core/template/roles.ts';
import {
  placeholderNames,
  splitValues,
  type MergeValues,
  type Placeholder,
} from '#core/template/placeholders.ts';
import { missingSenderValues, refuseMissingValues, withoutQuestion } from '#core/template/sender-values.ts';
import type { PlanRules } from '../../records/plan-store.ts';
import { countUpload } from '../../accounts/profile/usage-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { refuseTakenId } from '../../records/reference-store.ts';
import { refuseTests } from '../../records/test-documents.ts';
import { replaceFields, replaceRecipients } from '../../records/document-store.ts';
import { withCodes } from '../draft/edit-draft.ts';
import { inOrder } from '../draft/in-order.ts';
import { insertDraft } from '../draft/insert-draft.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import { findDefaults } from '../../records/defaults-store.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import { checkReturnUrl } from '../../records/return-url-store.ts';
import type { Owner } from '../../records/owner.ts';
import type { Template, TemplateField } from './template.ts';

type Settings = Pick<PersonSettings, 'language' | 'mailCode' | 'passkey' | 'message'>;

/** A person and their role. Omitted settings come from the role. */
export type UsePerson = RolePerson & {
  /** Null for no code, although the role requires one. */
  accessCode?: string | null | undefined;
  phone?: string | undefined;
  order?: number | undefined;
  /** Initial values for the fields of this role. */
  values?: NamedValues | undefined;
} & { [Name in keyof Settings]?: Settings[Name] | undefined };

export type Use = {
  title?: string | null | undefined;
  people: readonly UsePerson[];
  signingOrder?: SigningOrder | undefined;
  /** Replaces the template's formats. */
  formats?: FormatsChange | undefined;
  /** Settings that replace the template's. */
  settings?: { [Name in keyof SendSettings]?: SendSettings[Name] | undefined };
  /** Values for any fields, and for the placeholders in the file. */
  values?: MergeValues | undefined;
  /** Null means the top level. */
  folderId?: string | null | undefined;
  /** URL to which signers return after signing; '' for none, and null or undefined for the account's URL. */
  returnUrl?: string | null | undefined;
  /** External ID of the document. Metadata is part of `settings`. */
  reference?: AskedReference | undefined;
};

/** `recipients` are the people who have the roles. */
export type Made = {
  id: string;
  title: string;
  recipients: ReadonlyMap<string, string>;
  /** Roles whose person needs an access code before the document is sent. */
  accessCodesRequired: string[];
};
/** The parts of a template that a draft needs. */
export type TemplateSnapshot = Pick<Template, 'id' | 'name'> & {
  file: DraftFile;
  roles: readonly TemplateRole[];
  fields: readonly TemplateField[];
  formats?: DocumentFormats | null;
  settings?: SendSettings;
  folderId?: string | null;
  /**
   * Settings that the template leaves open. If missing, the current defaults of the folders and the account
   * apply.
   */
  defaults?: Defaults | undefined;
  /** Placeholders of the Word file. */
  placeholders?: readonly Placeholder[] | undefined;
  /** Missing if unknown. */
  version?: number | undefined;
};

/** Creates the draft in the caller's transaction, which must be rolled back on a refusal. */
export async function createInTransaction(
  tx: Tx,
  services: PlanRules,
  owner: Owner,
  template: TemplateSnapshot,
  use: Use,
): Promise<Made | Refusal> {
  const cast = castRoles(template.roles, use.people);
  if (isRefusal(cast)) return cast;
  const now = services.clock();
  const over = owner.test
    ? await refuseTests(tx, owner.accountId)
    : await countUpload(tx, owner.accountId, new Date(now), services);
  if (over) return over;

  const places = [use.folderId, template.folderId];
  const defaults = template.defaults ?? (await findDefaults(tx, owner.accountId, places));
  const ordered = inTurns(template.roles, cast, { ...use, defaults }, now);
  if (isRefusal(ordered)) return ordered;
  const { signingOrder } = ordered;
  const recipients = await withCodes(ordered.recipients);
  if (isRefusal(recipients)) return recipients;
  const given = use.returnUrl ?? defaults.returnUrl ?? null;
  const returnUrl = given === null ? null : await checkReturnUrl(tx, owner.accountId, given);
  if (isRefusal(returnUrl)) return returnUrl;
  const formats = changeFormats(await formatsOf(tx, owner, template, defaults), use.formats);
  const fields = fillFields(template, use, formats);
  if (isRefusal(fields)) return fields;
  const metadata = mergeMetadata(template.settings?.metadata, use.settings?.metadata);
  if (isRefusal(metadata)) return metadata;
  const taken = await refuseTakenId(tx, 'documents', owner, use.reference ?? {});
  if (taken) return taken;
  const missing = missingSenderValues(fields);
  if (missing.length > 0) return refuseMissingValues(missing);
  const draft = { accountId: owner.accountId, id: newId(now) };
  const title = cleanTitle(use.title ?? '') || template.name;
  await insertDraft(tx, now, {
    owner,
    id: draft.id,
    title,
    file: template.file,
    folderId: use.folderId ?? null,
    formats,
    signingOrder,
    returnUrl,
    settings: {
      ...defaultSendSettings,
      ...settingsOfDefaults(defaults),
      ...settingsOfTemplate({ ...defaultSendSettings, ...template.settings }),
      ...definedOf(use.settings ?? {}),
      metadata,
    },
    externalId: use.reference?.externalId,
    facts: {
      templateId: template.id,
      ...(template.version !== undefined && { templateVersion: template.version }),
    },
  });
  const ids = new Map(cast.map(({ role }, index) => [role.id, recipients[index]!.id]));
  await replaceRecipients(tx, draft, recipients);
  await replaceFields(
    tx,
    draft,
    renewFields(fields, () => newId(now)).map(({ roleId, ...field }) => ({
      ...withoutQuestion(field),
      recipientId: ids.get(roleId ?? '') ?? null,
    })),
  );
  const codeless = cast.filter((_, at) => recipients[at]!.accessCodeRequired).map(({ role }) => role.id);
  return { id: draft.id, title, recipients: ids, accessCodesRequired: codeless };
}

/** Returns the formats of the template, the folders or the account, in that order. */
export async function formatsOf(
  db: Kysely<Schema>,
  owner: Pick<Owner, 'accountId' | 'userId'>,
  { formats }: Pick<TemplateSnapshot, 'formats'>,
  defaults: Defaults,
): Promise<DocumentFormats> {
  return formats ?? changeFormats(await defaultFormats(db, owner), defaults.formats);
}

/** Returns the recipients with their turns. Settings that the request omits come from their roles. */
function inTurns(
  roles: readonly TemplateRole[],
  cast: readonly Cast[],
  { defaults, ...use }: Use & { defaults: Defaults },
  now: number,
) {
  const asked = new Map(use.people.map((person) => [person.roleId, person]));
  const people = [];
  for (const { role, email, name } of cast) {
    const person: Partial<UsePerson> = asked.get(role.id) ?? {};
    const { order, accessCode, phone, mailCode, passkey, message } = person;
    const { language = role.settings?.language ?? defaults.language } = person;
    const { sendEmail = role.role === 'cc' || (defaults.sendEmail ?? true) } = person;
    const chosen = definedOf({ language, mailCode, passkey, message });
    const who = { email, name, role: role.role, sendEmail };
    const undeliverable = checkDelivery({ ...role.settings, ...chosen, ...who });
    if (undeliverable) return undeliverable;
    const taker = { ...who, id: newId(now), phone, turn: role.turn, order };
    people.push({ ...role.settings, ...chosen, ...taker, accessCodeHash: null, newCode: accessCode });
  }
  const document = { signingOrder: impliedOrder(roles) };
  return inOrder({ document }, people, { chosen: use.signingOrder, keepTurns: true });
}

/**
 * A person's values are only for the fields of their role. Values for placeholders are already in the file.
 */
function fillFields(
  { fields, placeholders = [] }: TemplateSnapshot,
  { values = {}, people }: Use,
  formats: PrintFormats,
): TemplateField[] | Refusal {
  const split = splitValues(placeholders, values, (name) => isFieldName(fields, name));
  if (isRefusal(split)) return split;
  const ofPeople = people.flatMap(({ roleId, values: own }) =>
    own ? [{ values: own, fields: fields.filter((field) => field.roleId === roleId) }] : [],
  );
  const sets = [{ values: split.forFields }, ...ofPeople];
  return fillByName(fields, sets, formats, placeholderNames(placeholders));
}

/** Returns only the settings that are defined. */
function definedOf<Given extends object>(
  given: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
