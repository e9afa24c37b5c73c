import { z } from 'zod';
import { defineRoutes, nothing } from '../route.ts';

/**
 * PUT /api/templates/{id}/sharing and PUT /api/contacts/{id}/sharing. With `private`, only the owner and the
 * managers of the account have access.
 */
export const sharingBody = z.object({ private: z.boolean() });

/** A group's access to a private folder: viewing only, or using its content. */
export const folderGrant = z.object({ groupId: z.uuid(), access: z.enum(['view', 'use']) });

/** PUT /api/folders/{id}/sharing. `groups` replaces the existing access. If omitted, it is unchanged. */
export const folderSharingBody = z.object({
  private: z.boolean(),
  groups: z.array(folderGrant).max(100).optional(),
});
export type FolderSharing = z.infer<typeof folderSharingBody>;

/** Ids are stored in lowercase. */
const params = z.object({ id: z.string().toLowerCase() });

/** Sharing items with the account or keeping them private. */
export const sharingRows = defineRoutes({
  shareFolder: {
    at: 'PUT /api/folders/{id}/sharing',
    summary: 'Make a folder private, or share it',
    caller: 'member',
    permission: 'folder.edit',
    params,
    body: folderSharingBody,
    answers: { 204: nothing },
    refusals: ['not-found', 'private-to-other-member', 'folder-exists'],
  },
  shareTemplate: {
    at: 'PUT /api/templates/{id}/sharing',
    summary: 'Make a template private, or share it',
    caller: 'member',
    permission: 'template.edit',
    params,
    body: sharingBody,
    answers: { 204: nothing },
    refusals: ['not-found', 'private-to-other-member'],
  },
  shareContact: {
    at: 'PUT /api/contacts/{id}/sharing',
    summary: 'Make a contact private, or share it',
    caller: 'member',
    permission: 'contact.edit',
    params,
    body: sharingBody,
    answers: { 204: nothing },
    refusals: ['not-found', 'contact-exists'],
  },
});
