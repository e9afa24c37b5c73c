import { defaultsRows, type FolderDefaults } from '#contract/documents/defaults.ts';
import { type FolderView, libraryRows } from '#contract/documents/library.ts';
import type { Defaults } from '#core/template/defaults.ts';
import { folderNotFound } from '#core/folder/folder.ts';
import { accessTo, type Visibility } from '#core/permission/visibility.ts';
import { isRefusal } from '#core/refusal.ts';
import { ownerOf } from '../../records/owner.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { changeFolder, createFolder, removeFolder } from './edit-folder.ts';
import {
  countInFolders,
  hasFolder,
  listFolders,
  listGrants,
  visibleFolders,
} from '../../records/folder-store.ts';
import type { Folder, Grants } from '../../records/folder-store.ts';
import { explainDefaults } from '../../records/defaults-store.ts';
import { accessOf } from '../../records/visibility-store.ts';
import type { LibraryDeps } from './deps.ts';

export function folderRoutes(app: App, services: LibraryDeps): void {
  serve(app, libraryRows.listFolders, async ({ user: { accountId, sight } }) => {
    const folders = visibleFolders(await listFolders(services.db, accountId), sight);
    const counts = await countInFolders(services.db, accountId);
    const grants = await listGrants(services.db, accountId);
    return folders.map((folder) => folderView(folder, sight, { documents: counts.get(folder.id), grants }));
  });

  serve(app, libraryRows.createFolder, async ({ user, body }) => {
    const { name, parentId = null, private: secret = false, defaults = {} } = body;
    const made = await createFolder(services, user, { name, parentId, secret, defaults });
    return isRefusal(made) ? made : folderView(made, user.sight, {});
  });

  serve(app, libraryRows.changeFolder, async ({ user, params, body }) => {
    const changed = await changeFolder(services, user, params.id, body);
    if (isRefusal(changed)) return changed;
    const counts = await countInFolders(services.db, user.accountId);
    const grants = await listGrants(services.db, user.accountId);
    return folderView(changed, user.sight, { documents: counts.get(changed.id), grants });
  });

  serve(app, libraryRows.deleteFolder, ({ user, params, query }) =>
    removeFolder(services, ownerOf(user), params.id, query.contents),
  );

  serve(app, defaultsRows.readDefaults, async ({ user: { accountId, sight }, query }) => {
    const folder = query.folder?.toLowerCase() || null;
    if (!(await hasFolder(services.db, accountId, folder)) || accessTo(sight, folder) === 'none')
      return folderNotFound;
    const ofTemplate = await folderOfTemplate(services.db, { accountId, sight }, query.template);
    const { values, from } = await explainDefaults(services.db, accountId, [folder, ofTemplate]);
    const sources = Object.entries(from).map(([setting, { folderId, name }]) => [
      setting,
      { folderId, name: accessTo(sight, folderId) === 'none' ? '' : name },
    ]);
    return { values: viewOf(values), from: Object.fromEntries(sources) };
  });
}

/** Returns the folder of a template; null if the member cannot see the template. */
async function folderOfTemplate(
  db: LibraryDeps['db'],
  reader: { accountId: string; sight: Visibility },
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined || ((await accessOf(db, reader, 'templates', id)) ?? 'none') === 'none') return null;
  const row = await db
    .selectFrom('templates')
    .select('folder_id')
    .where('account_id', '=', reader.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.folder_id ?? null;
}

function viewOf({ signatureKinds, ...defaults }: Defaults): FolderDefaults {
  return {
    ...defaults,
    ...(signatureKinds !== undefined && { signatureKinds: signatureKinds && [...signatureKinds] }),
  };
}

function folderView(
  { id, parentId, name, createdAt, privateTo, ...folder }: Folder,
  sight: Visibility,
  { documents = 0, grants = new Map() }: { documents?: number | undefined; grants?: Grants },
): FolderView {
  const keeps = privateTo === sight.userId;
  const use = keeps || accessTo(sight, id) === 'use';
  const groups = privateTo !== null && (keeps || sight.all) ? (grants.get(id) ?? []) : [];
  const when = createdAt.toISOString();
  const defaults = viewOf(folder.defaults);
  return { id, parentId, name, documentCount: documents, createdAt: when, privateTo, use, groups, defaults };
}
