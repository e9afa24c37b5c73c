import { z } from 'zod';
import { isBlank } from '#core/language/visible.ts';
import { defineRoutes, nothing } from '../route.ts';

/** GET /api/team/groups. Named groups of members, sorted by name. */
export const groupView = z.object({ id: z.string(), name: z.string(), memberIds: z.array(z.string()) });
export type GroupView = z.infer<typeof groupView>;

/** POST /api/team/groups and PUT /api/team/groups/{id}. PUT replaces the group. */
export const groupBody = z.object({
  name: z
    .string()
    .trim()
    .max(100)
    .refine((name) => !isBlank(name)),
  memberIds: z.array(z.uuid()).max(1000),
});

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
    refusals: ['group-exists', 'too-many-groups'],
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
    summary: 'Delete a group and the access that it granted',
    caller: 'member',
    permission: 'team.manage',
    params,
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
