import type { Kysely } from 'kysely';
import { canTakeOver, type TeamMember } from '#core/account/team.ts';
import { folderNameKey, freeFolderName } from '#core/folder/folder.ts';
import { may } from '#core/permission/permission.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { lockFolders, namesIn } from '../../records/folder-store.ts';
import { lockMemberRow } from '../../records/member.ts';
import { byOwner, ownerOf, type Owner } from '../../records/owner.ts';
import type { TeamDeps } from './deps.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { lockTeam, namedMember } from './team-store.ts';

type Parts = Pick<TeamDeps, 'db' | 'clock' | 'plans'>;
export type Member = { accountId: string; userId: string };

/** Transfers the given documents to another member. Members can transfer their own; admins and owners any. */
export function transferDocuments(
  services: Parts,
  user: SignedInUser,
  { ids, memberId }: { ids: readonly string[]; memberId: string },
): Promise<{ handedOver: number } | Refusal> {
  const { accountId, userId, ip } = user;
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const { members } = await lockTeam(tx, accountId, services);
    const heir = canTakeOver(members, { by: userId, heir: memberId });
    if (isRefusal(heir)) return heir;
    const own = members.some(({ id, role }) => id === userId && role !== 'owner' && role !== 'admin');
    const found = await lockDocuments(tx, accountId, { ids, ...(own && { createdBy: userId }) });
    const handedOver = await reassignDocuments(tx, found, { heir, by: ownerOf(user) }, now);
    if (handedOver > 0) {
      const detail = `${handedOver} → ${await namedMember(tx, { accountId, userId: memberId })}`;
      await recordAccountEvent(tx, accountId, { type: 'documents_handed_over', userId, ip, detail }, now);
    }
    return { handedOver };
  });
}

/**
 * Transfers everything a member owns: documents (each with an event in its trail), templates and bulk sends.
 * A running bulk send is paused, so that no rows are sent in the name of a former member.
 */
export async function transferAllDocuments(
  tx: Tx,
  from: Member,
  { heir, by }: { heir: TeamMember; by: Owner },
  clock: () => number,
): Promise<{ handedOver: number; now: number }> {
  // Must happen before locking the member. A row that is being sent holds that lock, so it is still sent, and
  // no later row is.
  await pauseBulksOf(tx, from);
  await lockMemberRow(tx, from);
  // Read after waiting for the member's lock, so that it is later than any row already sent.
  const now = clock();
  const documents = await lockDocuments(tx, from.accountId, { createdBy: from.userId });
  const handedOver = await reassignDocuments(tx, documents, { heir, by }, now);
  await tx
    .updateTable('templates')
    .set({ created_by: heir.id })
    .where('account_id', '=', from.accountId)
    .where('created_by', '=', from.userId)
    .execute();
  await transferFolders(tx, from, heir);
  await transferReports(tx, from, heir);
  await transferContacts(tx, from, heir);
  await tx
    .updateTable('bulk_sends')
    .set({ created_by: heir.id })
    .where('account_id', '=', from.accountId)
    .where('created_by', '=', from.userId)
    .execute();
  return { handedOver, now };
}

/** Transfers scheduled reports. If the heir cannot read reports, the schedule ends. */
export async function transferReports(
  tx: Tx,
  { accountId, userId }: Member,
  heir?: TeamMember,
): Promise<void> {
  if (heir && may(heir, 'account.audit'))
    await tx
      .updateTable('report_schedules')
      .set({ user_id: heir.id })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .execute();
  else
    await tx
      .deleteFrom('report_schedules')
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .execute();
}

/**
 * Transfers private folders to the heir. If two folders in one place have the same name, the transferred one
 * gets a number.
 */
async function transferFolders(tx: Tx, { accountId, userId }: Member, heir: TeamMember): Promise<void> {
  const own = await tx
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'name', 'removed_at'])
    .where('account_id', '=', accountId)
    .where('private_to', '=', userId)
    .orderBy('id')
    .execute();
  if (own.length > 0) await lockFolders(tx, accountId);
  for (const { id, parentId, name, removed_at } of own) {
    const free = freeFolderName(name, await namesIn(tx, accountId, { parentId, privateTo: heir.id }));
    // The name of a deleted folder cannot conflict.
    const named = removed_at === null ? { name: free, name_key: folderNameKey(free) } : {};
    await tx
      .updateTable('folders')
      .set({ private_to: heir.id, ...named })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }
}

/** Merges the member's contacts into the heir's, who keeps their own version of duplicates. */
async function transferContacts(tx: Tx, { accountId, userId }: Member, heir: TeamMember): Promise<void> {
  const ofHeir = tx
    .selectFrom('contacts')
    .select('email_key')
    .where('account_id', '=', accountId)
    .where('private_to', '=', heir.id);
  await tx
    .deleteFrom('contacts')
    .where('account_id', '=', accountId)
    .where('private_to', '=', userId)
    .where('email_key', 'in', ofHeir)
    .execute();
  await tx
    .updateTable('contacts')
    .set({ private_to: heir.id })
    .where('account_id', '=', accountId)
    .where('private_to', '=', userId)
    .execute();
}

/**
 * Pauses a member's bulk sends. A member who resumes one sends the remaining rows in their own name
 * (server/documents/bulk/start-bulk.ts).
 */
export async function pauseBulksOf(tx: Tx, { accountId, userId }: Member): Promise<void> {
  await tx
    .updateTable('bulk_sends')
    .set({ state: 'paused', paused_by: 'not-permitted' })
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    .where('state', '=', 'running')
    .execute();
}

/** Locks documents in id order to avoid deadlocks, including those in the bin. */
function lockDocuments(
  tx: Kysely<Schema>,
  accountId: string,
  { ids, createdBy }: { ids?: readonly string[]; createdBy?: string },
) {
  return tx
    .selectFrom('documents')
    .select(['account_id as accountId', 'id', 'created_by as createdBy'])
    .where('account_id', '=', accountId)
    .where('purged_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...ids!]))
    .$if(createdBy !== undefined, (query) => query.where('created_by', '=', createdBy!))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Changes the owner, who gets notifications and replies from now on. The recorded sender does not change. */
async function reassignDocuments(
  tx: Tx,
  documents: readonly { accountId: string; id: string; createdBy: string }[],
  { heir, by }: { heir: TeamMember; by: Owner },
  now: number,
): Promise<number> {
  const others = documents.filter(({ createdBy }) => createdBy !== heir.id);
  const { actor, personal } = byOwner(by);
  for (const { accountId, id, createdBy } of others) {
    const [to, before] = [
      await personOf(tx, { accountId, userId: heir.id }),
      await personOf(tx, { accountId, userId: createdBy }),
    ];
    await tx
      .updateTable('documents')
      .set({ created_by: heir.id })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    const people = {
      recipient: to.name,
      recipientEmail: to.email,
      before: before.name,
      beforeEmail: before.email,
    };
    const event = { type: 'document_handed_over' as const, actor, personal: { ...personal, ...people } };
    await appendEvents(tx, { accountId, documentId: id }, now, [event]);
  }
  return others.length;
}

async function personOf(tx: Tx, { accountId, userId }: Member): Promise<{ name: string; email: string }> {
  const row = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { name: `${row.first_name} ${row.last_name}`.trim(), email: row.email };
}
