import { onHold } from '#core/document/erasure.ts';
import { advance, allows, documentStates, type DocumentState } from '#core/document/lifecycle.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import { isRefusal, refuse, type Refusal, type RefusalCode } from '#core/refusal.ts';
import { countUpload, uncountUpload } from '../../accounts/profile/usage-store.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { restoreFolders } from '../../records/removed-folder-store.ts';
import { inTransactionOf } from '../../records/member.ts';
import type { Owner } from '../../records/owner.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import type { LibraryDeps } from './deps.ts';

export const notFound = refuse('not-found', 'Document not found or access denied');

/** A document that was not processed, and the reason. */
type Refused = { id: string; code: RefusalCode } & Pick<Refusal, 'detail' | 'parameters'>;
export type Several = { done: string[]; refused: Refused[] };

/**
 * Statuses from which a document can be moved to the bin, for use in a query. The rule is in
 * core/document/lifecycle.
 */
const removable = documentStates.filter((status) => allows(status, 'remove'));

/** `userId` is null for automatic deletion. */
type Deleter = Pick<Owner, 'accountId' | 'sight'> & { userId: string | null };

/**
 * Moves documents to the bin for a member. Documents out for signature are refused individually and do not
 * block the others. Drafts in the bin no longer count toward the plan.
 */
export function binDocuments(
  services: Pick<LibraryDeps, 'db' | 'clock' | 'plans'>,
  owner: Owner,
  ids: readonly string[],
): Promise<Several | Refusal> {
  return inTransactionOf(services, owner, 'document.delete', (tx) =>
    binInTransaction(tx, services, owner, ids),
  );
}

/**
 * Like `binDocuments`, within the caller's transaction. Used for automatic deletion and for closing accounts.
 */
export async function binInTransaction(
  tx: Tx,
  services: Pick<LibraryDeps, 'clock'>,
  owner: Deleter,
  ids: readonly string[],
): Promise<Several> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].filter(isId);
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .selectFrom('documents')
          .select(['id', 'status', 'held_at'])
          .where('account_id', '=', owner.accountId)
          .where('id', 'in', wanted)
          .where('deleted_at', 'is', null)
          .where(seesDocuments(owner.sight, true))
          // Locked in a fixed order, so that concurrent operations on the same documents wait instead of
          // deadlocking.
          .orderBy('id')
          .forUpdate()
          .execute();
  const verdicts = new Map<string, Refusal | { status: DocumentState }>(
    rows.map(({ id, status, held_at: held }) => [
      id,
      held ? onHold : advance(status as DocumentState, 'remove'),
    ]),
  );
  const done = [...verdicts].filter(([, verdict]) => !isRefusal(verdict)).map(([id]) => id);
  await bin(tx, owner, { ids: done }, services.clock());
  return several(ids, done, (id) => {
    const verdict = verdicts.get(id) ?? notFound;
    return isRefusal(verdict) ? verdict : undefined;
  });
}

/** Moves the documents in these folders to the bin where allowed. Returns their number. */
export function binFolderContents(
  tx: Tx,
  owner: Owner,
  folderIds: readonly string[],
  now: number,
): Promise<number> {
  return bin(tx, owner, { folderIds }, now);
}

async function bin(
  tx: Tx,
  owner: Deleter,
  which: { ids: readonly string[] } | { folderIds: readonly string[] },
  now: number,
): Promise<number> {
  if (('ids' in which ? which.ids : which.folderIds).length === 0) return 0;
  const gone = await tx
    .updateTable('documents')
    .set({ deleted_at: new Date(now), deleted_by: owner.userId })
    .where('account_id', '=', owner.accountId)
    .where((row) => ('ids' in which ? row('id', 'in', which.ids) : row('folder_id', 'in', which.folderIds)))
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .where(seesDocuments(owner.sight, true))
    .where('status', 'in', removable)
    .returning(['status', 'created_at', 'test'])
    .execute();
  for (const { status, created_at, test } of gone)
    if (status === 'draft' && !test) await uncountUpload(tx, owner.accountId, created_at);
  return gone.length;
}

/**
 * Restores documents from the bin. A draft counts again in the month it was uploaded, and is refused if the
 * plan does not allow another one.
 */
export function restoreDocuments(
  services: LibraryDeps,
  owner: Owner,
  ids: readonly string[],
): Promise<Several | Refusal> {
  return inTransactionOf(services, owner, 'document.delete', async (tx) => {
    const done: string[] = [];
    const refusals = new Map<string, Refusal>();
    const rows = await lockInBin(tx, owner, ids);
    for (const row of rows) {
      const over =
        row.status === 'draft' && !row.test
          ? await countUpload(tx, owner.accountId, row.created_at, services)
          : undefined;
      if (over) refusals.set(row.id, over);
      else done.push(row.id);
    }
    if (done.length > 0) {
      await tx
        .updateTable('documents')
        .set({ deleted_at: null, deleted_by: null, restored_at: new Date(services.clock()) })
        .where('account_id', '=', owner.accountId)
        .where('id', 'in', done)
        .execute();
      const back = rows.flatMap(({ id, folder_id }) => (done.includes(id) ? (folder_id ?? []) : []));
      await restoreFolders(tx, owner.accountId, back);
    }
    return several(ids, done, (id) => refusals.get(id) ?? notFound);
  });
}

/** Returns those of the documents that are in the bin, and locks them until the transaction ends. */
export async function lockInBin(
  tx: Tx,
  { accountId, sight }: { accountId: string; sight?: Visibility | undefined },
  ids: readonly string[],
) {
  const wanted = ids.filter(isId);
  if (wanted.length === 0) return [];
  return tx
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .where(seesDocuments(sight, true))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function several(
  asked: readonly string[],
  done: readonly string[],
  why: (id: string) => Refusal | undefined,
): Several {
  const did = new Set(done);
  const refused = [...new Set(asked.map((id) => id.toLowerCase()))].flatMap((id) => {
    const refusal = did.has(id) ? undefined : why(id);
    if (!refusal) return [];
    const { refused: code, detail, parameters } = refusal;
    return [{ id, code, detail, ...(parameters && { parameters }) }];
  });
  return { done: [...done], refused };
}
