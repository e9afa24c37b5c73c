import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { templatePaths } from '#contract/paths.ts';
import type {
  ChangeTemplateBody,
  CreateTemplateBody,
  PutTemplateFieldsBody,
  PutTemplateRolesBody,
  TemplateDetail,
  TemplateImport,
  TemplateView,
  UseTemplateBody,
} from '#contract/documents/templates.ts';
import type { TemplateCategory, TemplateDetails } from '#core/template/template.ts';
import { change, load, loadPage, make, ofId, queryFor } from './transport/call.ts';
import { invalidateLists } from './documents.ts';
import { queryClient } from './transport/query-client.ts';
import { sendForm } from './files/send-form.ts';

export type TemplatesFilter = {
  q: string;
  category: TemplateCategory | null;
  folder: string | null;
  cursor: string | null;
  limit: number;
};

const templatesKey = ['api', 'templates'] as const;

export function templatesQuery({ q, category, folder, cursor, limit }: TemplatesFilter) {
  return queryOptions({
    queryKey: [...templatesKey, { q, category, folder, cursor, limit }],
    queryFn: ({ signal }) =>
      loadPage(
        templatePaths.listTemplates,
        { query: { q, category, folder, ...(folder && { nested: 'true' }), cursor, limit } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function templateQuery(id: string) {
  return queryFor([...templatesKey, id], templatePaths.readTemplate, { params: { id } });
}

export function versionsQuery(id: string) {
  return queryFor([...templatesKey, id, 'versions'], templatePaths.listTemplateVersions, { params: { id } });
}

export function versionQuery(id: string, { version, updatedAt }: { version: number; updatedAt: string }) {
  const params = { id, version: String(version) };
  return queryFor([...templatesKey, id, 'versions', version, updatedAt], templatePaths.readTemplateVersion, {
    params,
  });
}

export async function restoreVersion(id: string, version: number, revision: number): Promise<void> {
  const params = { id, version: String(version) };
  await change(templatePaths.restoreTemplateVersion, { params, body: { revision } });
  await invalidateTemplates();
}

/** Both functions return the whole template with its new revision. */
export function saveTemplateFields(id: string, body: PutTemplateFieldsBody): Promise<TemplateDetail> {
  return change(templatePaths.putTemplateFields, { params: { id }, body });
}

export function saveTemplateRoles(id: string, body: PutTemplateRolesBody): Promise<TemplateDetail> {
  return change(templatePaths.putTemplateRoles, { params: { id }, body });
}

export async function loadTemplate(id: string): Promise<TemplateDetail> {
  const template = await load(templatePaths.readTemplate, { params: { id } });
  if (!template) throw new Error('The template could not be reloaded. Reload the page.');
  return template;
}

export async function createTemplate(body: CreateTemplateBody): Promise<TemplateView> {
  const created = await make(templatePaths.createTemplate, { body });
  await invalidateTemplates();
  return created;
}

/** `onProgress` as in sendForm. */
export async function createTemplateFromFile(
  words: TemplateDetails & { folderId?: string },
  file: File,
  onProgress: (part: number) => void,
): Promise<TemplateView> {
  const created = await sendForm(templatePaths.uploadTemplate, {}, { ...words, file }, onProgress);
  await invalidateTemplates();
  return created;
}

/** Imports a PDF, optionally with the export of another product. */
export async function importTemplate(
  file: File,
  source: File | null,
  onProgress: (part: number) => void,
): Promise<TemplateImport> {
  const parts = { ...(source && { source: await source.text() }), file };
  const imported = await sendForm(templatePaths.importTemplate, {}, parts, onProgress);
  await invalidateTemplates();
  return imported;
}

export async function addTemplateFile(
  id: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<void> {
  await sendForm(templatePaths.putTemplateFile, ofId(id), { file }, onProgress);
  await invalidateTemplates();
}

/** Replaces the template's file, like replaceFile in documents.ts. */
export async function replaceTemplateFile(
  id: string,
  { file, revision, confirm }: { file: File; revision: number; confirm: boolean },
  onProgress: (part: number) => void,
): Promise<Pick<TemplateView, 'signatureFields'>> {
  const parts = { revision: String(revision), confirm: String(confirm), file };
  const replaced = await sendForm(templatePaths.putTemplateFile, ofId(id), parts, onProgress);
  await invalidateTemplates();
  return replaced;
}

export async function changeTemplate(id: string, body: ChangeTemplateBody): Promise<void> {
  await change(templatePaths.changeTemplate, { params: { id }, body });
  await invalidateTemplates();
}

export async function duplicateTemplate(id: string): Promise<void> {
  await make(templatePaths.duplicateTemplate, { params: { id } });
  await invalidateTemplates();
}

export async function deleteTemplate(id: string): Promise<void> {
  await change(templatePaths.deleteTemplate, { params: { id } });
  await invalidateTemplates();
}

/** Creates a draft from the template, with its file or another one, and returns its id. */
export async function createDocument(
  id: string,
  body: UseTemplateBody,
  file: File | null,
): Promise<{ id: string }> {
  const send = (more: Pick<UseTemplateBody, 'file'>) =>
    make(templatePaths.useTemplate, { params: { id }, body: { ...body, ...more } });
  const created = await (file ? (await import('./files/other-file.ts')).withOtherFile(file, send) : send({}));
  await invalidateLists();
  return created;
}

async function invalidateTemplates(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: templatesKey }),
    queryClient.invalidateQueries({ queryKey: ['api', 'user', 'usage'] }),
  ]);
}
