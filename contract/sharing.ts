import { z } from 'zod';

/** PUT /api/templates/{id}/sharing, PUT /api/contacts/{id}/sharing. `private`: for its owner only. */
export const sharingBody = z.strictObject({ private: z.boolean() });

/** A group's access to a private folder: view only, or use its content. */
export const folderGrant = z.strictObject({ groupId: z.uuid(), access: z.enum(['view', 'use']) });

/** PUT /api/folders/{id}/sharing. `groups` replaces the existing access; if absent, it is unchanged. */
export const folderSharingBody = z.strictObject({
  private: z.boolean(),
  groups: z.array(folderGrant).max(100).optional(),
});
export type FolderSharing = z.infer<typeof folderSharingBody>;
