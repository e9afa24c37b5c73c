import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import type { NoticeView, ReadNoticesBody } from '#contract/accounts/notices.ts';
import { accountPaths } from '#contract/paths.ts';
import { change, loadList } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

export type NoticesPage = { notices: NoticeView[]; unread: number; next: string | null };

const noticesKey = ['api', 'notices'] as const;

/** Notifications of the member, page by page; the first page includes the unread count. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: noticesKey,
  queryFn: ({ pageParam, signal }) => loadNotices(pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
});

export const readNotices = mutationOptions({
  mutationFn: (body: ReadNoticesBody) => change(accountPaths.readNotices, { body }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
});

async function loadNotices(cursor: string | null, signal: AbortSignal): Promise<NoticesPage> {
  const list = await loadList(accountPaths.listNotices, { query: { cursor } }, signal);
  if (!list) return { notices: [], unread: 0, next: null };
  return {
    notices: list.rows,
    unread: Number(list.headers.get('x-unread-count') ?? 0),
    next: list.next,
  };
}
