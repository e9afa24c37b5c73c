import {
  apiKey,
  apiKeyList,
  createKeyBody,
  newKeyAnswer,
  renameKeyBody,
  rotateKeyBody,
} from '../api-keys.ts';
import { defineRoutes, nothing } from '../route.ts';

/** API keys; only people can create, list and revoke them. */
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
    summary: 'Create an API key; the response is the only place that shows its secret',
    caller: 'confirmed',
    permission: 'key.manage',
    body: createKeyBody,
    answers: { 201: newKeyAnswer },
    refusals: ['key-name-missing', 'keys-too-many', 'plan-without-api'],
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
