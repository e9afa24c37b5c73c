import { z } from 'zod';
import { folderGrant } from './sharing.ts';

/** Instants travel as ISO 8601 in UTC. */
const instant = z.string();

/** GET /api/folders: every folder of the account, by name. */
export const folder = z.object({
  id: z.string(),
  /** null at the top. */
  parentId: z.string().nullable(),
  name: z.string(),
  /** Documents that lie directly in it; those in the bin are not counted. */
  documentCount: z.number().int(),
  createdAt: instant,
  /** The member who keeps it to themselves; null: as open as the folder that it lies in. */
  privateTo: z.string().nullable(),
  /** Whether they may do more there than read what lies in it. */
  use: z.boolean(),
  /** Groups with access to a private folder, for whoever keeps it and who looks after the account. */
  groups: z.array(folderGrant),
});
export type FolderView = z.infer<typeof folder>;
export const folderList = z.array(folder);

/** POST /api/folders */
export const createFolderBody = z.object({
  name: z.string().max(1000),
  parentId: z.string().nullish(),
  /** For oneself alone. */
  private: z.boolean().optional(),
});

/** PUT /api/folders/{id}: a new name, a new place, or both. */
export const changeFolderBody = z.object({
  name: z.string().max(1000).optional(),
  parentId: z.string().nullish(),
});
export type ChangeFolderBody = z.input<typeof changeFolderBody>;

/** DELETE /api/folders/{id}: what becomes of the documents in it. Without a word they move to the folder above. */
export const deleteFolderQuery = z.object({ contents: z.enum(['parent', 'bin']).default('parent') });
export type FolderContents = z.infer<typeof deleteFolderQuery>['contents'];
/** How many documents went where; those out for signature are never binned. */
export const deleteFolderAnswer = z.object({ moved: z.number().int(), binned: z.number().int() });
export type DeleteFolderAnswer = z.infer<typeof deleteFolderAnswer>;

/** As many as one act takes at once. */
export const mostAtOnce = 200;
const ids = z.array(z.string()).min(1).max(mostAtOnce);

/** POST /api/documents/delete, POST /api/bin/restore, POST /api/bin/purge */
export const documentsBody = z.object({ ids });
/** POST /api/documents/move; null is the top. */
export const moveDocumentsBody = z.object({ ids, folderId: z.string().nullable() });

/** The result of an act on several documents: those it changed, and why it left others alone. */
export const severalAnswer = z
  .object({
    done: z.array(z.string()),
    refused: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        detail: z.string(),
        /** As in a problem. */
        parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    ),
  })
  .meta({ id: 'Several' });
export type SeveralAnswer = z.infer<typeof severalAnswer>;

/** POST /api/documents/{id}/duplicate */
export const duplicateAnswer = z.object({ id: z.string(), title: z.string() });

/** DELETE /api/bin */
export const emptyBinAnswer = z.object({ purged: z.number().int() });

/** GET /api/documents/archive: ids with commas between. */
export const archiveQuery = z.object({ ids: z.string().max(mostAtOnce * 37) });

/** GET /api/documents/{id}/thumbnail and /api/templates/{id}/thumbnail: `v` names the file it shows, so that it may be kept. */
export const thumbnailQuery = z.object({ v: z.string().max(64).optional() });

/** GET /api/documents/owners: who has documents here. */
export const documentOwner = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type DocumentOwner = z.infer<typeof documentOwner>;
