import { z } from 'zod';
import { notSent } from '../refusals.ts';
import { defineRoutes, nothing } from '../route.ts';

const instant = z.string();

/** Value of a browser's Origin header, such as 'https://app.example.com'. */
const origin = z.string().min(1).max(300);

export const embeddingOrigin = z
  .object({ id: z.string(), origin: z.string(), createdAt: instant })
  .meta({ id: 'EmbeddingOrigin' });

/** GET /api/embedding/origins. `available` is true if the account's plan includes embedding. */
export const embeddingOrigins = z.object({
  origins: z.array(embeddingOrigin),
  available: z.boolean(),
});

/** Body of POST /api/embedding/origins. */
export const addOriginBody = z.object({ origin });

/** POST …/embed. The website whose page contains the frame. */
export const embedBody = z.object({ origin });

/** POST /api/documents/{id}/embed. The website, and whether the document can be sent from there. */
export const embedEditorBody = z.object({ origin, send: z.boolean().default(false) });

/** The URL for the frame. It can be used once before it expires. */
export const embedAddress = z
  .object({ url: z.string(), origin: z.string(), expiresAt: instant })
  .meta({ id: 'EmbedAddress' });
export type EmbedAddress = z.infer<typeof embedAddress>;

/** POST /api/embed/{code}. Purpose of the frame. The URL cannot be used again. */
export const embedded = z.object({
  /** The only origin that receives messages from the frame. */
  origin: z.string(),
  /** Id of the frame from now on. It grants no access. */
  id: z.string(),
  token: z.string(),
});
export type Embedded = z.infer<typeof embedded>;

/**
 * POST /api/embed/{code}/editor. Credentials of the page in the frame for one draft. The URL cannot be used
 * again.
 */
export const embeddedEditor = z.object({
  origin: z.string(),
  id: z.string(),
  documentId: z.string(),
  send: z.boolean(),
  /** Sent in an Authorization header. Expires together with the draft, and at `endsAt` at the latest. */
  token: z.string(),
  endsAt: instant,
});
export type EmbeddedEditor = z.infer<typeof embeddedEditor>;

/** Embedding in other websites: allowed websites and frame URLs. */
export const embeddingRows = defineRoutes({
  listOrigins: {
    at: 'GET /api/embedding/origins',
    summary: 'List the websites that may embed pages in a frame',
    caller: 'member',
    permission: 'key.manage',
    answers: { 200: embeddingOrigins },
    refusals: [],
  },
  addOrigin: {
    at: 'POST /api/embedding/origins',
    summary: 'Allow a website to embed pages in a frame',
    caller: 'confirmed',
    permission: 'key.manage',
    body: addOriginBody,
    answers: { 201: embeddingOrigin },
    refusals: ['embedding-origin-invalid', 'too-many-embedding-origins', 'plan-without-api'],
  },
  removeOrigin: {
    at: 'DELETE /api/embedding/origins/{id}',
    summary: 'Remove a website, which closes its open frames',
    caller: 'member',
    permission: 'key.manage',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  embedSigning: {
    at: 'POST /api/documents/{id}/recipients/{recipientId}/embed',
    summary: 'Create a one-time URL for signing in a frame',
    caller: 'confirmed',
    permission: 'document.embed',
    apiKey: 'any',
    // The response is a secret that is not stored, so a repeated request returns a new one.
    idempotency: 'none',
    body: embedBody,
    answers: { 201: embedAddress },
    refusals: [
      'not-found',
      'recipient-not-found',
      'recipient-has-acted',
      'not-your-turn',
      ...notSent,
      'already-signed',
      'already-declined',
      'role-cannot-sign',
      'key-required',
      'embedding-origin-invalid',
      'embedding-origin-unknown',
    ],
  },
  openEmbedded: {
    at: 'POST /api/embed/{code}',
    summary: 'Open a one-time signing URL in its frame',
    caller: 'anyone',
    answers: { 200: embedded },
    refusals: ['embed-address-expired', 'too-many-requests'],
  },
  embedEditor: {
    at: 'POST /api/documents/{id}/embed',
    summary: 'Create a one-time URL for editing one draft in a frame',
    caller: 'confirmed',
    permission: 'document.embed',
    apiKey: 'any',
    idempotency: 'none',
    body: embedEditorBody,
    answers: { 201: embedAddress },
    refusals: [
      'not-found',
      'document-not-editable',
      'insufficient-scope',
      'key-required',
      'embedding-origin-invalid',
      'embedding-origin-unknown',
    ],
  },
  openEditor: {
    at: 'POST /api/embed/{code}/editor',
    summary: 'Open a one-time editor URL in its frame',
    caller: 'anyone',
    answers: { 200: embeddedEditor },
    refusals: ['embed-address-expired', 'too-many-requests'],
  },
});
