import { z } from 'zod';
import { editing } from '../refusals.ts';
import { defineRoutes } from '../route.ts';
import { documentDetail } from './documents.ts';

/**
 * PUT /api/documents/{id}/pages. The pages to keep in their new order, by their current numbers. `turn` rotates
 * a page clockwise by this many degrees. `confirm` allows fields on removed pages to be removed.
 */
export const putPagesBody = z.object({
  pages: z
    .array(
      z.object({
        page: z.number().int().min(1),
        turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
      }),
    )
    .max(500),
  revision: z.number().int().optional(),
  confirm: z.boolean().optional(),
});

export type PutPagesBody = z.input<typeof putPagesBody>;

/** Body of POST /api/documents/{id}/remove-anchors. */
export const removeAnchorsBody = z.object({ revision: z.number().int().optional() });

export const pageRows = defineRoutes({
  putPages: {
    at: 'PUT /api/documents/{id}/pages',
    summary: "Reorder, rotate or remove pages of a draft's file",
    caller: 'member',
    permission: 'document.draft',
    apiKey: 'any',
    frame: 'editing',
    idempotency: 'stored-response',
    body: putPagesBody,
    answers: { 200: documentDetail },
    refusals: [
      ...editing,
      ...([
        'document-has-several-files',
        'document-signed-before',
        'fields-would-be-removed',
        'page-order-invalid',
      ] as const),
      ...(['too-many-requests', 'upload-refused', 'plan-limit-storage'] as const),
    ],
  },
  removeAnchors: {
    at: 'POST /api/documents/{id}/remove-anchors',
    summary: 'Remove the anchor texts from the pages of a draft',
    caller: 'member',
    permission: 'document.draft',
    apiKey: 'any',
    frame: 'editing',
    idempotency: 'stored-response',
    body: removeAnchorsBody,
    answers: { 200: documentDetail },
    refusals: [
      ...editing,
      ...(['anchors-missing', 'document-has-several-files', 'document-signed-before'] as const),
      ...(['too-many-requests', 'upload-refused', 'plan-limit-storage'] as const),
    ],
  },
});
