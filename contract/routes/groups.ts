import { z } from 'zod';
import { groupBody, groupView } from '../groups.ts';
import { defineRoutes, nothing } from '../route.ts';

const params = z.object({ id: z.string().toLowerCase() });

/** Named groups of members, which can be given access to private folders. */
export const groupRows = defineRoutes({
  listGroups: {
    at: 'GET /api/team/groups',
    summary: 'List the account’s groups',
    caller: 'member',
    permission: 'team.read',
    answers: { 200: z.array(groupView) },
    refusals: [],
  },
  createGroup: {
    at: 'POST /api/team/groups',
    summary: 'Create a group',
    caller: 'member',
    permission: 'team.manage',
    body: groupBody,
    answers: { 201: groupView },
    refusals: ['group-exists', 'groups-too-many'],
  },
  changeGroup: {
    at: 'PUT /api/team/groups/{id}',
    summary: 'Rename a group or change its members',
    caller: 'member',
    permission: 'team.manage',
    params,
    body: groupBody,
    answers: { 200: groupView },
    refusals: ['not-found', 'group-exists'],
  },
  deleteGroup: {
    at: 'DELETE /api/team/groups/{id}',
    summary: 'Delete a group and the access it gave',
    caller: 'member',
    permission: 'team.manage',
    params,
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
