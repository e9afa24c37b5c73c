import { z } from 'zod';
import { groupBody, groupView } from '../groups.ts';
import { groupPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';

const who = 'member';
const params = z.object({ id: z.string().toLowerCase() });

/** Named groups of members, which can be given access to private folders. */
export const groupRows = routesAt(groupPaths, {
  listGroups: {
    summary: 'The groups of the account',
    who,
    answers: { 200: z.array(groupView) },
    refusals: [],
  },
  createGroup: {
    ...{ summary: 'Make a group', who, body: groupBody },
    answers: { 201: groupView },
    refusals: ['group-exists', 'groups-too-many'],
  },
  changeGroup: {
    ...{ summary: 'Rename a group, and say who is in it', who, params, body: groupBody },
    answers: { 200: groupView },
    refusals: ['not-found', 'group-exists'],
  },
  deleteGroup: {
    ...{ summary: 'Remove a group, and the access that it gave', who, params },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
