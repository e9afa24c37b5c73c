import { mutationOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { SeveralAnswer } from '#contract/documents/library.ts';
import type { AnswerOf } from '#contract/routes.ts';
import type { PreviewBulkBody, StartBulkBody } from '#contract/documents/bulk.ts';
import { bulkPaths } from '#contract/paths.ts';
import type { BulkAct } from '#core/bulk/bulk.ts';
import { change, ofId, mutationTo, queryFor } from './transport/call.ts';
import { invalidateLists } from './documents.ts';
import { queryClient } from './transport/query-client.ts';

const bulkKey = ['api', 'bulk'] as const;

/** Bulk sends of one template, newest first. */
export function bulksQuery(templateId: string) {
  return queryFor([...bulkKey, 'of', templateId], bulkPaths.listBulks, { query: { template: templateId } });
}

export function bulkQuery(id: string) {
  return queryFor([...bulkKey, id], bulkPaths.readBulk, { params: { id } });
}

/** Previews the documents that a file would send, without saving anything. */
export const previewBulk = mutationTo(
  bulkPaths.previewBulk,
  ({ templateId, ...body }: { templateId: string } & PreviewBulkBody) => ({
    params: { id: templateId },
    body,
  }),
);

export const startBulk = mutationOptions({
  mutationFn: ({ templateId, body }: { templateId: string; body: StartBulkBody }) =>
    change(bulkPaths.startBulk, { params: { id: templateId }, body }),
  onSuccess: async (begun) => {
    queryClient.setQueryData(bulkQuery(begun.id).queryKey, begun);
    await invalidateLists();
  },
});

const steering = {
  pause: bulkPaths.pauseBulk,
  resume: bulkPaths.resumeBulk,
  cancel: bulkPaths.cancelBulk,
} as const satisfies Record<BulkAct, string>;

export const steerBulk = mutationOptions({
  mutationFn: ({ id, act }: { id: string; act: BulkAct }) => change(steering[act], { params: { id } }),
  onSuccess: (bulk) => queryClient.setQueryData(bulkQuery(bulk.id).queryKey, bulk),
});

/**
 * Reminds the recipients of all documents in several requests, so that the server can answer other requests
 * in between.
 */
export async function remindAll(id: string): Promise<SeveralAnswer> {
  const all: SeveralAnswer = { done: [], refused: [] };
  for (let after: number | null = 0; after !== null;) {
    const part: AnswerOf<typeof bulkPaths.remindBulk> = await change(bulkPaths.remindBulk, {
      params: { id },
      body: { after },
    });
    all.done.push(...part.done);
    all.refused.push(...part.refused);
    after = part.next;
  }
  return all;
}

export const sampleFile = (templateId: string): string =>
  addressOf(bulkPaths.readBulkSample, ofId(templateId));
