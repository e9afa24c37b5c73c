import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, Given, Known } from '#contract/routes.ts';
import { ask, type Answer, type Asked } from '../../kit/request.ts';
import { once } from './once.ts';
import { request, RequestError } from './request.ts';

/** The parameters, query and body of a route; none if it takes none. */
type Parts<At extends Known> =
  Record<never, never> extends Given<At> ? [given?: Given<At>] : [given: Given<At>];
type Asking<At extends Known> =
  Record<never, never> extends Given<At>
    ? [given?: Given<At>, signal?: AbortSignal]
    : [given: Given<At>, signal?: AbortSignal];

/** Query options that load the response of one address. */
export function queryFor<At extends Known>(queryKey: readonly unknown[], at: At, ...[parts]: Parts<At>) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      unlessSignedOut(async () => readAnswer(at, await request(at, parts ?? {}, signal))),
  });
}

/**
 * Like `queryFor`, but for data without real-time events, which is requested again by every screen that shows
 * it.
 */
export function uncachedQueryFor<At extends Known>(
  queryKey: readonly unknown[],
  at: At,
  ...parts: Parts<At>
) {
  return { ...queryFor(queryKey, at, ...parts), refetchOnMount: 'always' as const };
}

/** Mutation options: how the input becomes a request, and how the response updates the page. */
export function mutationTo<At extends Known, Input = void>(
  at: At,
  partsOf: (input: Input) => Given<At> & Asked,
  onSuccess: (answer: AnswerOf<At>, input: Input) => unknown = () => undefined,
) {
  return mutationOptions({
    mutationFn: async (input: Input) => readAnswer(at, await request(at, partsOf(input))),
    onSuccess,
  });
}

/** The parameters of an address that only needs an id. */
export const ofId = (id: string) => ({ params: { id } });

/**
 * Returns the response; null if no one is signed in, which counts as no data rather than a failure
 * (specification §4).
 */
export async function load<At extends Known>(at: At, ...asking: Asking<At>): Promise<AnswerOf<At> | null> {
  return unlessSignedOut(() => change(at, ...asking));
}

export async function change<At extends Known>(at: At, ...asking: Asking<At>): Promise<AnswerOf<At>> {
  return readAnswer(at, await answerTo(at, ...asking));
}

/**
 * Sends a request that creates something. If it is repeated because the response was lost, it takes effect
 * only once.
 */
export async function make<At extends Known>(at: At, ...[parts]: Parts<At>): Promise<AnswerOf<At>> {
  const answer = await request(at, parts ?? {}, undefined, (...call) =>
    once(call, (headers) => ask(...call, { headers })),
  );
  return readAnswer(at, answer);
}

/** Returns a list and its pagination headers; null if no one is signed in. */
export async function loadList<At extends Known>(
  at: At,
  ...asking: Asking<At>
): Promise<{ rows: AnswerOf<At>; headers: Headers; next: string | null } | null> {
  return unlessSignedOut(async () => {
    const answer = await answerTo(at, ...asking);
    const { headers } = answer;
    return { rows: readAnswer(at, answer), headers, next: nextCursor(headers.get('link')) };
  });
}

/** One page of a list. `total` counts all matches if the server reports it, otherwise null. */
export type Page<Row> = { rows: Row[]; total: number | null; next: string | null };

/** Empty if no one is signed in. */
export async function loadPage<At extends Known>(
  at: At,
  ...asking: Asking<At>
): Promise<AnswerOf<At> extends (infer Row)[] ? Page<Row> : never>;
export async function loadPage(at: Known, ...asking: Asking<Known>): Promise<Page<unknown>> {
  const list = await loadList(at, ...asking);
  if (!list) return { rows: [], total: 0, next: null };
  const total = list.headers.get('x-total-count');
  const rows = Array.isArray(list.rows) ? list.rows : [];
  return { rows, total: total === null ? null : Number(total), next: list.next };
}

/** Returns the cursor in `Link: </api/documents?cursor=…>; rel="next"` (RFC 8288). */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return target ? new URL(target, 'http://localhost').searchParams.get('cursor') : null;
}

function answerTo<At extends Known>(at: At, ...[parts, signal]: Asking<At>): Promise<Answer> {
  return request(at, parts ?? {}, signal);
}

/**
 * The only place that trusts the type of a response: the route table defines it, and tests check that the
 * server follows the table.
 */
export function readAnswer<At extends Known>(_at: At, { text }: Pick<Answer, 'text'>): AnswerOf<At> {
  const answer: AnswerOf<At> = text === '' ? undefined : JSON.parse(text);
  return answer;
}

async function unlessSignedOut<Read>(read: () => Promise<Read>): Promise<Read | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}
