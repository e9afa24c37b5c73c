import { z } from 'zod';
import { groupBody, groupView } from '../groups.ts';
import { groupPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';

const who = 'member';
const params = z.object({ id: z.string().toLowerCase() });

/** Named groups of members, which can be given access to private folders. */
export const groupRows = routesAt(groupPaths, {
  listGroups: {
    summary: 'List the account’s groups',
    who,
    answers: { 200: z.array(groupView) },
    refusals: [],
  },
  createGroup: {
    ...{ summary: 'Create a group', who, body: groupBody },
    answers: { 201: groupView },
    refusals: ['group-exists', 'groups-too-many'],
  },
  changeGroup: {
    ...{ summary: 'Rename a group or change its members', who, params, body: groupBody },
    answers: { 200: groupView },
    refusals: ['not-found', 'group-exists'],
  },
  deleteGroup: {
    ...{ summary: 'Delete a group and the access it gave', who, params },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
