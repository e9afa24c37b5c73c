import type { FolderView } from '#contract/library.ts';
import { libraryRows } from '#contract/routes/library.ts';
import { isRefusal } from '#core/refusal.ts';
import { ownerOf } from '../../records/owner.ts';
import type { App } from '../../http/fastify-app.ts';
import { serve } from '../../http/serve.ts';
import { changeFolder, createFolder, removeFolder } from './edit-folder.ts';
import { countInFolders, listFolders, type Folder } from '../../records/folder-store.ts';
import type { Services } from '../../services.ts';

export function folderRoutes(app: App, services: Services): void {
  serve(app, libraryRows.listFolders, async ({ user }) => {
    const folders = await listFolders(services.db, user.accountId);
    const counts = await countInFolders(services.db, user.accountId);
    return folders.map((folder) => folderView(folder, counts.get(folder.id) ?? 0));
  });

  serve(app, libraryRows.createFolder, async ({ user, body }) => {
    const wanted = { name: body.name, parentId: body.parentId ?? null };
    const made = await createFolder(services, user.accountId, wanted);
    return isRefusal(made) ? made : folderView(made, 0);
  });

  serve(app, libraryRows.changeFolder, async ({ user, params, body }) => {
    const changed = await changeFolder(services, user.accountId, params.id, body);
    if (isRefusal(changed)) return changed;
    const counts = await countInFolders(services.db, user.accountId);
    return folderView(changed, counts.get(changed.id) ?? 0);
  });

  serve(app, libraryRows.deleteFolder, ({ user, params, query }) =>
    removeFolder(services, ownerOf(user), params.id, query.contents),
  );
}

function folderView({ id, parentId, name, createdAt }: Folder, documentCount: number): FolderView {
  return { id, parentId, name, documentCount, createdAt: createdAt.toISOString() };
}
