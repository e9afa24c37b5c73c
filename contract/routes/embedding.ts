import {
  addOriginBody,
  embedAddress,
  embedBody,
  embedEditorBody,
  embedded,
  embeddedEditor,
  embeddingOrigin,
  embeddingOrigins,
} from '../embedding.ts';
import { embeddingPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import { notSent } from './refusals.ts';

/** Embedding in other websites: allowed origins and frame URLs. */
export const embeddingRows = routesAt(embeddingPaths, {
  listOrigins: {
    ...{ summary: 'List the websites that may embed pages in a frame', who: 'member' },
    answers: { 200: embeddingOrigins },
    refusals: [],
  },
  addOrigin: {
    ...{ summary: 'Allow a website to embed pages in a frame', who: 'confirmed', body: addOriginBody },
    answers: { 201: embeddingOrigin },
    refusals: ['embedding-origin-invalid', 'embedding-origins-too-many', 'plan-without-api'],
  },
  removeOrigin: {
    ...{ summary: 'Remove a website, which closes its open frames', who: 'member' },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  embedSigning: {
    ...{
      summary: 'Create a one-time address for signing in a frame',
      who: 'confirmed',
      body: embedBody,
    },
    // The response is a secret and is not stored; a repeated request returns a new one.
    repeatable: false,
    answers: { 201: embedAddress },
    refusals: [
      ...['not-found', 'recipient-not-found', 'recipient-has-acted', 'not-your-turn', ...notSent],
      ...['already-signed', 'already-declined', 'role-does-not-sign'],
      ...['embedding-needs-key', 'embedding-origin-invalid', 'embedding-origin-unknown'],
    ] as const,
  },
  openEmbedded: {
    ...{ summary: 'Open a one-time signing address in its frame', who: 'anyone' },
    answers: { 200: embedded },
    refusals: ['embed-address-over', 'too-many-requests'],
  },
  embedEditor: {
    ...{
      summary: 'Create a one-time address for editing one draft in a frame',
      who: 'confirmed',
      body: embedEditorBody,
    },
    repeatable: false,
    answers: { 201: embedAddress },
    refusals: [
      ...['not-found', 'document-not-editable', 'key-without-scope'],
      ...['embedding-needs-key', 'embedding-origin-invalid', 'embedding-origin-unknown'],
    ] as const,
  },
  openEditor: {
    ...{ summary: 'Open a one-time editor address in its frame', who: 'anyone' },
    answers: { 200: embeddedEditor },
    refusals: ['embed-address-over', 'too-many-requests'],
  },
});
