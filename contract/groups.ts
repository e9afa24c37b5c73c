import { isBlank } from '#core/language/visible.ts';
import { z } from 'zod';

/** GET /api/team/groups: named groups of members, sorted by name. */
export const groupView = z.object({ id: z.string(), name: z.string(), memberIds: z.array(z.string()) });
export type GroupView = z.infer<typeof groupView>;

/** POST /api/team/groups, and PUT /api/team/groups/{id}, which replaces the group. */
export const groupBody = z.strictObject({
  name: z
    .string()
    .trim()
    .max(100)
    .refine((name) => !isBlank(name)),
  memberIds: z.array(z.uuid()).max(1000),
});
