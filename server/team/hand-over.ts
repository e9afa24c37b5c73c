import type { Kysely } from 'kysely';
import { mayTakeOver, type TeamMember } from '#core/account/team.ts';
import { folderNameKey, freeFolderName } from '#core/folder/folder.ts';
import { may } from '#core/permission/permission.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { SignedInUser } from '../http/session.ts';
import { recordAccountEvent } from '../records/account-event-store.ts';
import { lockFolders, namesIn } from '../records/folder-store.ts';
import { holdBack } from '../records/member.ts';
import { byOwner, ownerOf, type Owner } from '../records/owner.ts';
import type { Services } from '../services.ts';
import { appendEvents } from '../trail/append-event.ts';
import { lockTeam, namedMember } from './team-store.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'plans'>;
export type Member = { accountId: string; userId: string };

/** Gives documents to somebody else in the account: named ones, one's own unless one looks after people. */
export function handOverDocuments(
  services: Parts,
  user: SignedInUser,
  { ids, memberId }: { ids: readonly string[]; memberId: string },
): Promise<{ handedOver: number } | Refusal> {
  const { accountId, userId, ip } = user;
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const { members } = await lockTeam(tx, accountId, services);
    const heir = mayTakeOver(members, { by: userId, heir: memberId });
    if (isRefusal(heir)) return heir;
    const own = members.some(({ id, role }) => id === userId && role !== 'owner' && role !== 'admin');
    const found = await lockDocuments(tx, accountId, { ids, ...(own && { createdBy: userId }) });
    const handedOver = await giveDocuments(tx, found, { heir, by: ownerOf(user) }, now);
    if (handedOver > 0) {
      const detail = `${handedOver} → ${await namedMember(tx, { accountId, userId: memberId })}`;
      await recordAccountEvent(tx, accountId, { type: 'documents_handed_over', userId, ip, detail }, now);
    }
    return { handedOver };
  });
}

/**
 * Everything that is a member's becomes somebody else's: documents, each with an event in its trail, templates, and bulk
 * sends. One that is running stops: nobody's rows go on under the name of who is not there to send them.
 */
export async function handOverEverything(
  tx: Tx,
  from: Member,
  { heir, by }: { heir: TeamMember; by: Owner },
  clock: () => number,
): Promise<{ handedOver: number; now: number }> {
  // Before the member, whom a row that is under way holds: it goes out first, and none after it.
  await pauseBulksOf(tx, from);
  await holdBack(tx, from);
  // A row that went out before had the member's lock: whatever follows it has a later time.
  const now = clock();
  const documents = await lockDocuments(tx, from.accountId, { createdBy: from.userId });
  const handedOver = await giveDocuments(tx, documents, { heir, by }, now);
  await tx
    .updateTable('templates')
    .set({ created_by: heir.id })
    .where('account_id', '=', from.accountId)
    .where('created_by', '=', from.userId)
    .execute();
  await giveFolders(tx, from, heir);
  await giveReports(tx, from, heir);
  await giveContacts(tx, from, heir);
  await tx
    .updateTable('bulk_sends')
    .set({ created_by: heir.id })
    .where('account_id', '=', from.accountId)
    .where('created_by', '=', from.userId)
    .execute();
  return { handedOver, now };
}

/** The reports by mail; to an heir who may not read them none are promised, and the page says that there are none. */
export async function giveReports(tx: Tx, { accountId, userId }: Member, heir?: TeamMember): Promise<void> {
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

/** Their private folders are the heir's; of two of one name in one place the second gets a number. */
async function giveFolders(tx: Tx, { accountId, userId }: Member, heir: TeamMember): Promise<void> {
  const own = await tx
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'name', 'gone_at'])
    .where('account_id', '=', accountId)
    .where('private_to', '=', userId)
    .orderBy('id')
    .execute();
  if (own.length > 0) await lockFolders(tx, accountId);
  for (const { id, parentId, name, gone_at } of own) {
    const free = freeFolderName(name, await namesIn(tx, accountId, { parentId, privateTo: heir.id }));
    // One that went has no name that is in anybody's way.
    const named = gone_at === null ? { name: free, name_key: folderNameKey(free) } : {};
    await tx
      .updateTable('folders')
      .set({ private_to: heir.id, ...named })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }
}

/** Their own book becomes a part of the heir's; who stands in both is kept as the heir wrote it. */
async function giveContacts(tx: Tx, { accountId, userId }: Member, heir: TeamMember): Promise<void> {
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

/** Whoever goes on with one of them sends the rest as themselves (server/bulk/start-bulk.ts). */
export async function pauseBulksOf(tx: Tx, { accountId, userId }: Member): Promise<void> {
  await tx
    .updateTable('bulk_sends')
    .set({ state: 'paused', paused_by: 'not-permitted' })
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    .where('state', '=', 'running')
    .execute();
}

/** In the order of their ids, so that two such acts never wait for each other. Also those in the bin. */
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

/** Who sent a document stays said; from here on its news go to the heir, and answers to its mails. */
async function giveDocuments(
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
      ...{ recipient: to.name, recipientEmail: to.email },
      ...{ before: before.name, beforeEmail: before.email },
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
