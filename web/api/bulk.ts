import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { BulkDetail, BulkPreview, BulkView, StartBulkBody } from '#contract/bulk.ts';
import type { BulkAct } from '#core/bulk/bulk.ts';
import { forgetLists } from './documents.ts';
import { queryClient } from './query-client.ts';
import { change, load } from './request.ts';

const bulkKey = ['api', 'bulk'] as const;

/** Bulk sends of one template, the newest first. */
export function bulksQuery(templateId: string) {
  return queryOptions({
    queryKey: [...bulkKey, 'of', templateId],
    queryFn: ({ signal }) => load<BulkView[]>(`/api/bulk?template=${encodeURIComponent(templateId)}`, signal),
  });
}

export function bulkQuery(id: string) {
  return queryOptions({
    queryKey: [...bulkKey, id],
    queryFn: ({ signal }) => load<BulkDetail>(pathOf(id), signal),
  });
}

/** What a file would send; nothing is written. */
export const previewBulk = mutationOptions({
  mutationFn: ({ templateId, csv }: { templateId: string; csv: string }) =>
    change<BulkPreview>('POST', `${templatePath(templateId)}/preview`, { csv }),
});

export const startBulk = mutationOptions({
  mutationFn: ({ templateId, body }: { templateId: string; body: StartBulkBody }) =>
    change<BulkDetail>('POST', templatePath(templateId), body),
  onSuccess: async (begun) => {
    queryClient.setQueryData(bulkQuery(begun.id).queryKey, begun);
    await forgetLists();
  },
});

export const steerBulk = mutationOptions({
  mutationFn: ({ id, act }: { id: string; act: BulkAct }) =>
    change<BulkDetail>('POST', `${pathOf(id)}/${act}`),
  onSuccess: (bulk) => queryClient.setQueryData(bulkQuery(bulk.id).queryKey, bulk),
});

export function sampleFile(templateId: string): string {
  return `${templatePath(templateId)}/sample`;
}

export function resultFile(id: string): string {
  return `${pathOf(id)}/result`;
}

function templatePath(templateId: string): string {
  return `/api/templates/${encodeURIComponent(templateId)}/bulk`;
}

function pathOf(id: string): string {
  return `/api/bulk/${encodeURIComponent(id)}`;
}
