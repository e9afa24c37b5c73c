import { z } from 'zod';
import { keyModes, scopes } from '#core/permission/scope.ts';

/** A key as the people of its account see it; the secret itself is shown once, when it is made. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(keyModes),
  scopes: z.array(z.enum(scopes)),
  /** The end of the secret, by which it is told from others. */
  lastFour: z.string(),
  /** Who made it, and whose rights it has. */
  maker: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  lastUsedIp: z.string().nullable(),
  /** The secret before this one, while it still works. */
  previous: z.object({ lastFour: z.string(), endsAt: z.string() }).nullable(),
  /** 'revoked' and 'expired' are for ever. */
  state: z.enum(['active', 'expired', 'revoked']),
});
export type ApiKeyView = z.infer<typeof apiKey>;

/** GET /api/keys: the newest first. `available`: whether the plan of the account has keys in it. */
export const apiKeyList = z.object({ keys: z.array(apiKey), available: z.boolean() });
export type ApiKeyList = z.infer<typeof apiKeyList>;

const name = z.string().max(100);

/** POST /api/keys. Without `expiresInDays` it works until it is revoked. */
export const createKeyBody = z.strictObject({
  name,
  mode: z.enum(keyModes),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  expiresInDays: z.number().int().min(1).max(3650).nullable().optional(),
});
export type CreateKeyBody = z.infer<typeof createKeyBody>;

/** PATCH /api/keys/{id} */
export const renameKeyBody = z.strictObject({ name });

/** POST /api/keys/{id}/rotate: for how many hours the secret until now goes on working. */
export const rotateKeyBody = z.strictObject({ overlapHours: z.number().int().min(0).max(720) });

/** The only answer with a secret in it. */
export const newKeyAnswer = z.object({ key: apiKey, secret: z.string() });
export type NewKeyAnswer = z.infer<typeof newKeyAnswer>;
