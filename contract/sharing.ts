import { z } from 'zod';

/** PUT /api/templates/{id}/sharing, PUT /api/contacts/{id}/sharing; `private`: for its owner alone. */
export const sharingBody = z.strictObject({ private: z.boolean() });

/** How far a group is let into a private folder: to look, or to work with what lies there. */
export const folderGrant = z.strictObject({ groupId: z.uuid(), access: z.enum(['view', 'use']) });

/** PUT /api/folders/{id}/sharing; `groups` replaces those that had access, and without it they stay. */
export const folderSharingBody = z.strictObject({
  private: z.boolean(),
  groups: z.array(folderGrant).max(100).optional(),
});
export type FolderSharing = z.infer<typeof folderSharingBody>;
