import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import type { NoticeView, ReadNoticesBody } from '#contract/notices.ts';
import { nextCursor } from './call.ts';
import { queryClient } from './query-client.ts';
import { change, request, RequestError } from './request.ts';

export type NoticesPage = { notices: NoticeView[]; unread: number; next: string | null };

const noticesKey = ['api', 'notices'] as const;

/** News of the member, page by page; the first page says how many are unread. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: noticesKey,
  queryFn: ({ pageParam, signal }) => loadNotices(pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
});

export const readNotices = mutationOptions({
  mutationFn: (body: ReadNoticesBody) => change<void>('POST', '/api/notices/read', body),
  onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
});

async function loadNotices(cursor: string | null, signal: AbortSignal): Promise<NoticesPage> {
  try {
    const path = cursor === null ? '/api/notices' : `/api/notices?cursor=${encodeURIComponent(cursor)}`;
    const response = await request(path, { signal });
    return {
      notices: (await response.json()) as NoticeView[],
      unread: Number(response.headers.get('x-unread-count') ?? 0),
      next: nextCursor(response.headers.get('link')),
    };
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return { notices: [], unread: 0, next: null };
    throw error;
  }
}
