import { z } from 'zod';
import { sharingPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import { folderSharingBody, sharingBody } from '../sharing.ts';

const who = 'member';
/** Ids are stored in lower case. */
const params = z.object({ id: z.string().toLowerCase() });

/** Sharing items with the account or keeping them private. */
export const sharingRows = routesAt(sharingPaths, {
  shareFolder: {
    ...{ summary: 'Make a folder private, or share it', who, params, body: folderSharingBody },
    answers: { 204: nothing },
    refusals: ['not-found', 'private-to-another', 'folder-exists'],
  },
  shareTemplate: {
    ...{ summary: 'Make a template private, or share it', who, params, body: sharingBody },
    answers: { 204: nothing },
    refusals: ['not-found', 'private-to-another'],
  },
  shareContact: {
    ...{ summary: 'Make a contact private, or share it', who, params, body: sharingBody },
    answers: { 204: nothing },
    refusals: ['not-found', 'contact-exists'],
  },
});
