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
    ...{ summary: 'List the account’s API keys, newest first', who: 'member' },
    answers: { 200: apiKeyList },
    refusals: [],
  },
  createKey: {
    ...{
      summary: 'Create an API key; the response is the only place that shows its secret',
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
    ...{ summary: 'Rotate the secret of an API key', who: 'confirmed', body: rotateKeyBody },
    answers: { 200: newKeyAnswer },
    refusals: ['not-found', 'plan-without-api'],
  },
  revokeKey: {
    ...{ summary: 'Revoke an API key permanently', who: 'member' },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
