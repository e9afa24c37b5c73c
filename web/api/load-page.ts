import { nextCursor } from './call.ts';
import { request, RequestError } from './request.ts';

/** One page of a list; `total` counts everything that matches where the server says so, else null. */
export type Page<Row> = { rows: Row[]; total: number | null; next: string | null };

/** Empty when nobody is signed in, which is no data rather than a failure (specification §4). */
export async function loadPage<Row>(path: string, signal: AbortSignal): Promise<Page<Row>> {
  try {
    const response = await request(path, { signal });
    const total = response.headers.get('x-total-count');
    return {
      rows: (await response.json()) as Row[],
      total: total === null ? null : Number(total),
      next: nextCursor(response.headers.get('link')),
    };
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return { rows: [], total: 0, next: null };
    throw error;
  }
}
