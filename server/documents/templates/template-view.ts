import { addressOf } from '#contract/address.ts';
import { templatePaths } from '#contract/paths.ts';
import type {
  TemplateDetail,
  TemplateVersionDetail,
  TemplateVersionView,
  TemplateView,
} from '#contract/documents/templates.ts';
import { filesView } from '../files/files-view.ts';
import { defaultSendSettings, type SendSettings } from '#core/template/settings.ts';
import { revisionOf, type Template } from './template.ts';
import type { TemplateVersion } from './versions.ts';

/**
 * Returns the public view of a template. It lists every property explicitly, so that new columns are not
 * exposed by accident.
 */
export function templateView(template: Template): TemplateView {
  const { file, roles, fields } = template;
  const first = file?.pages[0];
  return {
    id: template.id,
    name: template.name,
    description: template.description,
    category: template.category,
    signatureFields: fields.map(templateFieldView),
    roles: roles.map(roleView),
    sending: sendingView(template.settings ?? defaultSendSettings),
    pageCount: file?.pages.length ?? 0,
    firstPage: first ? { width: first.width, height: first.height } : null,
    thumbnailUrl:
      file &&
      addressOf(templatePaths.readTemplateThumbnail, {
        params: { id: template.id },
        query: { v: file.baseSha256.slice(0, 16) },
      }),
    fileName: file?.fileName ?? null,
    fileCount: file ? (file.files?.length ?? 1) : 0,
    placeholders: template.merge?.placeholders ?? [],
    formats: template.formats ?? null,
    version: template.version,
    folderId: template.folderId,
    private: template.private,
    externalId: template.externalId ?? null,
    metadata: template.settings?.metadata ?? {},
    ownerId: template.createdBy,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
  };
}

function roleView({
  id,
  name,
  role,
  turn,
  settings,
  person = null,
}: Template['roles'][number]): TemplateView['roles'][number] {
  const { language = null, accessCodeRequired = false, mailCode = false } = settings ?? {};
  const { passkey = 'none', message = '', onlyFiles } = settings ?? {};
  return {
    id,
    name,
    role,
    order: turn,
    language,
    accessCode: accessCodeRequired,
    mailCode,
    passkey,
    message,
    files: onlyFiles ? [...onlyFiles] : null,
    person,
  };
}

function sendingView({
  reminderRule,
  delegationAllowed,
  ...settings
}: SendSettings): TemplateView['sending'] {
  const { subject, message, expirationDays, signatureKinds } = settings;
  const { separateFiles = false, separateCertificate = false } = settings;
  return {
    subject,
    message,
    expirationDays,
    reminders: reminderRule,
    allowDelegation: delegationAllowed,
    signatureKinds: signatureKinds && [...signatureKinds],
    separateFiles,
    separateCertificate,
  };
}

function templateFieldView(field: Template['fields'][number]): TemplateView['signatureFields'][number] {
  const { id, type, page, x, y, width, height, roleId, required, label, properties = {} } = field;
  return { id, type, page, x, y, width, height, roleId, required, label, properties };
}

export function versionView({
  version,
  author,
  createdAt,
  updatedAt,
  content,
}: TemplateVersion): TemplateVersionView {
  return {
    version,
    author,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    pageCount: content.file?.pages.length ?? 0,
    fieldCount: content.fields.length,
  };
}

export function versionDetailView(templateId: string, version: TemplateVersion): TemplateVersionDetail {
  const { name, description, category, fields, roles, file, formats, settings } = version.content;
  const params = { id: templateId, version: String(version.version) };
  return {
    ...versionView(version),
    name,
    description,
    category,
    signatureFields: fields.map(templateFieldView),
    roles: roles.map(roleView),
    fileName: file?.fileName ?? null,
    formats,
    sending: sendingView(settings),
    pages: (file?.pages ?? []).map(({ width, height }) => ({ width, height })),
    fileUrl: file && addressOf(templatePaths.readTemplateVersionFile, { params }),
    fileSha256: file?.baseSha256 ?? null,
  };
}

export function templateDetailView(template: Template): TemplateDetail {
  const pages = (template.file?.pages ?? []).map(({ width, height }) => ({ width, height }));
  const files = filesView(template.file?.files ?? []);
  return { ...templateView(template), pages, files, revision: revisionOf(template) };
}
