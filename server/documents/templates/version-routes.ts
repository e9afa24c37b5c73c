import { templateRows } from '#contract/documents/template-routes.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { pdfName, sendPdf } from '../../records/stored-files/send-file.ts';
import { notFound } from './create-template.ts';
import type { TemplatesDeps } from './deps.ts';
import { editTemplate } from './edit-template.ts';
import { findTemplate } from './template-store.ts';
import { templateDetailView, versionDetailView, versionView } from './template-view.ts';
import { findVersion, listVersions, writeContent, type TemplateVersion } from './versions.ts';

/** Routes for reading and restoring earlier versions of templates. */
export function versionRoutes(app: App, services: TemplatesDeps): void {
  const { db, files } = services;

  serve(app, templateRows.listTemplateVersions, async ({ user, params }) => {
    const template = await findTemplate(db, user.accountId, params.id);
    return template ? (await listVersions(db, template)).map(versionView) : notFound;
  });

  const read = async (accountId: string, { id, version }: Asked): Promise<TemplateVersion | Refusal> => {
    const template = await findTemplate(db, accountId, id);
    if (!template) return notFound;
    return (await findVersion(db, template, numberOf(version))) ?? versionNotFound;
  };

  serve(app, templateRows.readTemplateVersion, async ({ user, params }) => {
    const version = await read(user.accountId, params);
    return isRefusal(version) ? version : versionDetailView(params.id, version);
  });

  serve(app, templateRows.readTemplateVersionFile, async ({ user, params, reply }) => {
    const version = await read(user.accountId, params);
    if (isRefusal(version)) return version;
    const { file, name } = version.content;
    if (!file) return versionNotFound;
    return sendPdf(reply, files, { sha256: file.baseSha256, name: pdfName(name) });
  });

  serve(app, templateRows.restoreTemplateVersion, async ({ user, params, body }) => {
    const asked = { revision: body?.revision, isNewVersion: true };
    const restored = await editTemplate(services, user, params.id, asked, async (tx, template) => {
      const found = await findVersion(tx, template, numberOf(params.version));
      if (!found) return versionNotFound;
      await writeContent(tx, template, found.content, services.clock());
      return undefined;
    });
    return isRefusal(restored) ? restored : templateDetailView(restored);
  });
}

type Asked = { id: string; version: string };

/** Returns the version number; zero, which no version has, if the text is not a number. */
const numberOf = (version: string): number => (/^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0);

const versionNotFound = refuse('not-found', 'This template has no such version. Older versions are deleted.');
