import { z } from 'zod';
import { changeFolderBody, createFolderBody, deleteFolderQuery, type FolderView } from '#contract/library.ts';
import { isRefusal } from '#core/refusal.ts';
import { ownerOf } from '../../records/owner.ts';
import type { App } from '../../http/fastify-app.ts';
import { sendRefusal } from '../../http/problems.ts';
import { signedIn } from '../../http/signed-in.ts';
import { changeFolder, createFolder, removeFolder } from './edit-folder.ts';
import { countInFolders, listFolders, type Folder } from '../../records/folder-store.ts';
import type { LibraryServices } from './library-services.ts';

const guarded = { preHandler: signedIn };
const byId = { params: z.object({ id: z.string().toLowerCase() }) };

export function folderRoutes(app: App, services: LibraryServices): void {
  app.get('/api/folders', guarded, async ({ user }) => {
    const folders = await listFolders(services.db, user.accountId);
    const counts = await countInFolders(services.db, user.accountId);
    return folders.map((folder) => folderView(folder, counts.get(folder.id) ?? 0));
  });

  app.post(
    '/api/folders',
    { ...guarded, schema: { body: createFolderBody } },
    async ({ user, body }, reply) => {
      const wanted = { name: body.name, parentId: body.parentId ?? null };
      const made = await createFolder(services, user.accountId, wanted);
      return isRefusal(made) ? sendRefusal(reply, made) : reply.code(201).send(folderView(made, 0));
    },
  );

  app.put(
    '/api/folders/:id',
    { ...guarded, schema: { ...byId, body: changeFolderBody } },
    async ({ user, params, body }, reply) => {
      const changed = await changeFolder(services, user.accountId, params.id, body);
      if (isRefusal(changed)) return sendRefusal(reply, changed);
      const counts = await countInFolders(services.db, user.accountId);
      return reply.send(folderView(changed, counts.get(changed.id) ?? 0));
    },
  );

  app.delete(
    '/api/folders/:id',
    { ...guarded, schema: { ...byId, querystring: deleteFolderQuery } },
    async ({ user, params, query }, reply) => {
      const removed = await removeFolder(services, ownerOf(user), params.id, query.contents);
      return isRefusal(removed) ? sendRefusal(reply, removed) : reply.send(removed);
    },
  );
}

function folderView({ id, parentId, name, createdAt }: Folder, documentCount: number): FolderView {
  return { id, parentId, name, documentCount, createdAt: createdAt.toISOString() };
}
