import { type FolderView, libraryRows } from '#contract/documents/library.ts';
import { accessTo, type Visibility } from '#core/permission/visibility.ts';
import { isRefusal } from '#core/refusal.ts';
import { ownerOf } from '../../records/owner.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { changeFolder, createFolder, removeFolder } from './edit-folder.ts';
import { countInFolders, listFolders, listGrants, visibleFolders } from '../../records/folder-store.ts';
import type { Folder, Grants } from '../../records/folder-store.ts';
import type { LibraryDeps } from './deps.ts';

export function folderRoutes(app: App, services: LibraryDeps): void {
  serve(app, libraryRows.listFolders, async ({ user: { accountId, sight } }) => {
    const folders = visibleFolders(await listFolders(services.db, accountId), sight);
    const counts = await countInFolders(services.db, accountId);
    const grants = await listGrants(services.db, accountId);
    return folders.map((folder) => folderView(folder, sight, { documents: counts.get(folder.id), grants }));
  });

  serve(app, libraryRows.createFolder, async ({ user, body }) => {
    const { name, parentId = null, private: secret = false } = body;
    const made = await createFolder(services, user, { name, parentId, secret });
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
}

function folderView(
  { id, parentId, name, createdAt, privateTo }: Folder,
  sight: Visibility,
  { documents = 0, grants = new Map() }: { documents?: number | undefined; grants?: Grants },
): FolderView {
  const keeps = privateTo === sight.userId;
  const use = keeps || accessTo(sight, id) === 'use';
  const groups = privateTo !== null && (keeps || sight.all) ? (grants.get(id) ?? []) : [];
  const when = createdAt.toISOString();
  return { id, parentId, name, documentCount: documents, createdAt: when, privateTo, use, groups };
}
