import { z } from 'zod';
import { keyModes, scopes } from '#core/permission/scope.ts';
import { defineRoutes, nothing } from '../route.ts';

/** A key as shown to members of its account. The secret is shown only once, when the key is created. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(keyModes),
  scopes: z.array(z.enum(scopes)),
  /** The last four characters of the secret, which identify it. */
  lastFour: z.string(),
  /** The member who created the key. The key has their permissions. */
  maker: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  lastUsedIp: z.string().nullable(),
  /** The previous secret while it is still valid, or null. */
  previous: z.object({ lastFour: z.string(), endsAt: z.string() }).nullable(),
  /** 'revoked' and 'expired' are final. */
  state: z.enum(['active', 'expired', 'revoked']),
});
export type ApiKeyView = z.infer<typeof apiKey>;

/** GET /api/keys, newest first. `available` is true if the account's plan includes API keys. */
export const apiKeyList = z.object({ keys: z.array(apiKey), available: z.boolean() });
export type ApiKeyList = z.infer<typeof apiKeyList>;

const name = z.string().max(100);

/** POST /api/keys. Without `expiresInDays`, the key remains valid until it is revoked. */
export const createKeyBody = z.object({
  name,
  mode: z.enum(keyModes),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  expiresInDays: z.number().int().min(1).max(3650).nullable().optional(),
});
export type CreateKeyBody = z.infer<typeof createKeyBody>;

/** Body of PATCH /api/keys/{id}. */
export const renameKeyBody = z.object({ name });

/** POST /api/keys/{id}/rotate. The previous secret remains valid for `overlapHours`. */
export const rotateKeyBody = z.object({ overlapHours: z.number().int().min(0).max(720) });

/** The only response that contains the secret of a key. */
export const newKeyAnswer = z.object({ key: apiKey, secret: z.string() });
export type NewKeyAnswer = z.infer<typeof newKeyAnswer>;

/** API keys. Only people can create, list and revoke them. */
export const apiKeyRows = defineRoutes({
  listKeys: {
    at: 'GET /api/keys',
    summary: 'List the account’s API keys, newest first',
    caller: 'member',
    permission: 'key.manage',
    answers: { 200: apiKeyList },
    refusals: [],
  },
  createKey: {
    at: 'POST /api/keys',
    summary: 'Create an API key (only this response contains its secret)',
    caller: 'confirmed',
    permission: 'key.manage',
    body: createKeyBody,
    answers: { 201: newKeyAnswer },
    refusals: ['key-name-missing', 'too-many-keys', 'plan-without-api'],
  },
  renameKey: {
    at: 'PATCH /api/keys/{id}',
    summary: 'Rename an API key',
    caller: 'member',
    permission: 'key.manage',
    body: renameKeyBody,
    answers: { 200: apiKey },
    refusals: ['not-found', 'key-name-missing'],
  },
  rotateKey: {
    at: 'POST /api/keys/{id}/rotate',
    summary: 'Rotate the secret of an API key',
    caller: 'confirmed',
    permission: 'key.manage',
    body: rotateKeyBody,
    answers: { 200: newKeyAnswer },
    refusals: ['not-found', 'plan-without-api'],
  },
  revokeKey: {
    at: 'DELETE /api/keys/{id}',
    summary: 'Revoke an API key permanently',
    caller: 'member',
    permission: 'key.manage',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
