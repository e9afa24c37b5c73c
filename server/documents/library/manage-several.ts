import { isRefusal, type Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Owner } from '../../records/owner.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import { notFound, several, type Several } from './bin-documents.ts';
import type { LibraryDeps } from './deps.ts';

/**
 * Runs a sender's action on each of these documents, in separate transactions so that one refusal does not
 * stop the rest. Returns the documents that were processed, and the reason for each one that was not.
 */
export async function manageSeveral(
  { db }: Pick<LibraryDeps, 'db'>,
  { accountId, sight, key, test }: Pick<Owner, 'accountId' | 'sight' | 'key' | 'test'>,
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<Several> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].filter(isId);
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted.length > 0 ? wanted : [accountId])
    .where('deleted_at', 'is', null)
    .where(seesDocuments(sight, true))
    // A key can access only documents in the same mode.
    .$if(key !== undefined, (rows) => rows.where('test', '=', test === true))
    .execute();
  const usable = new Set(rows.map(({ id }) => id));
  const done: string[] = [];
  const refusals = new Map<string, Refusal>();
  for (const id of wanted) {
    if (!usable.has(id)) continue;
    const outcome = await act(id);
    if (isRefusal(outcome)) refusals.set(id, outcome);
    else done.push(id);
  }
  return several(ids, done, (id) => refusals.get(id) ?? notFound);
}
