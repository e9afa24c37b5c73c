import type { ChangeTemplateBody, TemplateChange } from '#contract/documents/templates.ts';
import { readMarkKinds } from '#core/ceremony/mark-kind.ts';
import { defaultSendSettings, type SendSettings } from '#core/template/settings.ts';
import { readReference } from '#core/document/reference.ts';
import { cleanTitle } from '#core/document/title.ts';
import { changeFormats } from '#core/formats/formats.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { describeTemplate } from '#core/template/template.ts';
import { uncountTemplate } from '../../accounts/profile/usage-store.ts';
import { scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';
import { ingestFile, type SentFile } from '../files/ingest-file.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import { refuseTakenId } from '../../records/reference-store.ts';
import { inTransactionOf, type Who } from '../../records/member.ts';
import type { TemplatesDeps } from './deps.ts';
import { notFound } from './create-template.ts';
import {
  deleteTemplate,
  findTemplate,
  lockTemplate,
  replaceTemplateParts,
  saveTemplate,
} from './template-store.ts';
import { pinFile } from './lock-file.ts';
import { mergeOf } from './template-merge.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { editTemplate, partsAfter } from './edit-template.ts';
import { filesOfVersions } from './versions.ts';
import type { Template } from './template.ts';

/** Returns the changed settings. Omitted ones do not change. */
function settingsAfter(
  { settings = defaultSendSettings }: Template,
  {
    subject,
    message,
    expirationDays,
    reminders,
    allowDelegation,
    signatureKinds,
    separateFiles,
    separateCertificate,
  }: NonNullable<ChangeTemplateBody['sending']>,
): SendSettings {
  return {
    subject: subject === undefined ? settings.subject : cleanTitle(subject),
    message: message === undefined ? settings.message : cleanMessage(message),
    expirationDays: expirationDays === undefined ? settings.expirationDays : expirationDays,
    reminderRule: reminders === undefined ? settings.reminderRule : reminders,
    delegationAllowed: allowDelegation ?? settings.delegationAllowed,
    metadata: settings.metadata ?? {},
    signatureKinds: signatureKinds === undefined ? settings.signatureKinds : readMarkKinds(signatureKinds),
    separateFiles: separateFiles ?? settings.separateFiles ?? false,
    separateCertificate: separateCertificate ?? settings.separateCertificate ?? false,
  };
}

/** Changes settings, roles and fields together. Existing drafts made from the template are not affected. */
export function changeTemplate(
  services: TemplatesDeps,
  by: Who,
  id: string,
  { revision, formats, sending, roles, signatureFields, ...given }: TemplateChange,
): Promise<Template | Refusal> {
  const reference = readReference(given);
  if (isRefusal(reference)) return Promise.resolve(reference);
  const { externalId, metadata } = reference;
  return editTemplate(services, by, id, { revision }, async (tx, template) => {
    const words = describeTemplate({ ...given, category: given.category ?? template.category });
    if (isRefusal(words)) return words;
    const { accountId } = template;
    const taken = await refuseTakenId(tx, 'templates', { accountId, except: id }, reference);
    if (taken) return taken;
    const settings = { ...settingsAfter(template, sending ?? {}), ...(metadata && { metadata }) };
    const parts = partsAfter(template, { roles, fields: signatureFields }, services.clock());
    if (isRefusal(parts)) return parts;
    await replaceTemplateParts(tx, template, parts);
    const changed = formats && changeFormats(template.formats ?? (await defaultFormats(tx, by)), formats);
    await saveTemplate(
      tx,
      template,
      {
        ...words,
        ...(formats !== undefined && { formats: changed ?? null }),
        ...(externalId !== undefined && { externalId }),
        settings,
      },
      services.clock(),
    );
    return undefined;
  });
}

/** Adds a file to a template without one. */
export async function addFile(
  services: TemplatesDeps,
  by: Who,
  id: string,
  sent: SentFile,
): Promise<Template | Refusal> {
  const { accountId } = by;
  const stored = await ingestFile(services, accountId, { ...sent, merge: {} }, async () => {
    const template = await findTemplate(services.db, accountId, id);
    return template ? alreadyFiled(template) : notFound;
  });
  if (isRefusal(stored)) return stored;
  return editTemplate(services, by, id, {}, async (tx, template) => {
    const refused = alreadyFiled(template);
    const full = refused ?? (await pinFile(tx, services, accountId, stored.file));
    if (full) return full;
    const merge = mergeOf(stored, sent.trackedChanges);
    await saveTemplate(tx, template, { file: stored.file, merge }, services.clock());
    return undefined;
  });
}

/**
 * Deletes a template permanently, so that the plan allows another one. Concurrent deletions delete and count
 * it only once.
 */
export function removeTemplate(services: TemplatesDeps, by: Who, id: string): Promise<Refusal | undefined> {
  const { accountId } = by;
  return inTransactionOf(services, by, 'template.delete', async (tx) => {
    const template = await lockTemplate(tx, accountId, id);
    const files = template ? await filesOfVersions(tx, template) : [];
    if (!template || !(await deleteTemplate(tx, template))) return notFound;
    await uncountTemplate(tx, accountId);
    if (template.file) files.push(template.file.originalSha256, template.file.baseSha256);
    if (files.length > 0) await scheduleReleaseOf(tx, services.jobs, accountId, files);
    return undefined;
  });
}

function alreadyFiled({ file }: Template): Refusal | undefined {
  if (file === null) return undefined;
  return refuse(
    'template-has-file',
    'This template already has a file, and its fields belong to that file. Open the template to replace the file.',
  );
}
