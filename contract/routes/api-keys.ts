import {
  apiKey,
  apiKeyList,
  createKeyBody,
  newKeyAnswer,
  renameKeyBody,
  rotateKeyBody,
} from '../api-keys.ts';
import { apiKeyPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';

/** API keys; only people can create, list and revoke them. */
export const apiKeyRows = routesAt(apiKeyPaths, {
  listKeys: {
    ...{ summary: 'The API keys of the account, the newest first', who: 'member' },
    answers: { 200: apiKeyList },
    refusals: [],
  },
  createKey: {
    ...{
      summary: 'Make an API key; its secret is answered this once',
      who: 'confirmed',
      body: createKeyBody,
    },
    answers: { 201: newKeyAnswer },
    refusals: ['key-name-missing', 'keys-too-many', 'plan-without-api'],
  },
  renameKey: {
    ...{ summary: 'Rename an API key', who: 'member', body: renameKeyBody },
    answers: { 200: apiKey },
    refusals: ['not-found', 'key-name-missing'],
  },
  rotateKey: {
    ...{ summary: 'Give an API key a new secret', who: 'confirmed', body: rotateKeyBody },
    answers: { 200: newKeyAnswer },
    refusals: ['not-found', 'plan-without-api'],
  },
  revokeKey: {
    ...{ summary: 'End an API key at once, for ever', who: 'member' },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
