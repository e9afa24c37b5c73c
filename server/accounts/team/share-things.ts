import { folderAndBelow, folderNotFound, placeFolder } from '#core/folder/folder.ts';
import type { FolderSharing } from '#contract/documents/sharing.ts';
import type { AccountEventType } from '#core/account/event.ts';
import { privateToAnother } from '#core/permission/visibility.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { sqlState, type Tx } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { saveGrants } from './groups.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { containsOthersItems, lockFolders, saveFolder } from '../../records/folder-store.ts';
import { inTransactionOf } from '../../records/member.ts';
import type { TeamDeps } from './deps.ts';

type Parts = Pick<TeamDeps, 'db' | 'clock' | 'plans'>;
type Change = { id: string; private: boolean };
type FolderChange = Change & Pick<FolderSharing, 'groups'>;

/**
 * Makes a folder private, optionally with access for groups, or shares it with the account again. Only admins
 * and owners can make a folder with other members' documents private, so that members cannot hide others'
 * content.
 */
export function shareFolder(
  services: Parts,
  user: SignedInUser,
  change: FolderChange,
): Promise<Refusal | undefined> {
  const { accountId, userId, sight } = user;
  return inTransactionOf(services, user, 'folder.edit', async (tx) => {
    const folders = await lockFolders(tx, accountId);
    const folder = folders.find(({ id }) => id === change.id);
    if (!folder) return folderNotFound;
    if (folder.privateTo !== null && folder.privateTo !== userId && !sight.all) return privateToAnother;
    if ((folder.privateTo !== null) !== change.private) {
      const below = folderAndBelow(folders, folder.id);
      const others =
        change.private && !sight.all && (await containsOthersItems(tx, { accountId, userId }, below));
      if (others) return privateToAnother;
      const privateTo = change.private ? userId : null;
      const beside = folders.filter((one) => one.privateTo === privateTo || one.id === folder.id);
      const taken = placeFolder([...beside, ...above(folders, folder.parentId)], folder);
      if (taken) return taken;
      await saveFolder(tx, { ...folder, privateTo });
      await record(services, tx, user, { ...change, what: 'folder', name: folder.name });
    }
    // A shared folder needs no grants. A folder that is made private again starts without its earlier grants.
    const groups = change.private ? change.groups : [];
    if (groups === undefined) return undefined;
    const given = await saveGrants(tx, { accountId, id: folder.id }, groups);
    if (!change.private) return undefined;
    const event = { type: 'folder_access_changed' as const, userId, ip: user.ip };
    const detail = `${folder.name}: ${given || '–'}`;
    await recordAccountEvent(tx, accountId, { ...event, detail }, services.clock());
    return undefined;
  });
}

function above<Folder extends { id: string; parentId: string | null }>(
  folders: readonly Folder[],
  parentId: string | null,
): Folder[] {
  const parent = folders.find(({ id }) => id === parentId);
  return parent ? [parent, ...above(folders, parent.parentId)] : [];
}

/** Makes a template private or shares it. Only its creator, an admin or an account owner can do this. */
export function shareTemplate(
  services: Parts,
  user: SignedInUser,
  change: Change,
): Promise<Refusal | undefined> {
  const { accountId, userId, sight } = user;
  if (!isId(change.id)) return Promise.resolve(noTemplate);
  return inTransactionOf(services, user, 'template.edit', async (tx) => {
    const template = await tx
      .selectFrom('templates')
      .select(['created_by', 'private', 'name'])
      .where('account_id', '=', accountId)
      .where('id', '=', change.id)
      .forUpdate()
      .executeTakeFirst();
    if (!template) return noTemplate;
    if (template.private === change.private) return undefined;
    if (template.created_by !== userId && !sight.all) return privateToAnother;
    await tx
      .updateTable('templates')
      .set({ private: change.private })
      .where('account_id', '=', accountId)
      .where('id', '=', change.id)
      .execute();
    await record(services, tx, user, { ...change, what: 'template', name: template.name });
    return undefined;
  });
}

const noTemplate = refuse('not-found', 'Template not found or access denied');
const noContact = refuse('not-found', 'This contact does not exist.');

/**
 * Moves a contact between the shared address book and a member's private one. The shared book contains each
 * address only once.
 */
export async function shareContact(
  services: Parts,
  { accountId, userId }: SignedInUser,
  change: Change,
): Promise<Refusal | undefined> {
  if (!isId(change.id)) return noContact;
  try {
    const { numUpdatedRows } = await services.db
      .updateTable('contacts')
      .set({ private_to: change.private ? userId : null })
      .where('account_id', '=', accountId)
      .where('id', '=', change.id)
      .where('private_to', change.private ? 'is' : 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? undefined : await foundAsAsked(services, accountId, change.id);
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    return refuse(
      'contact-exists',
      'This address is already in that address book. Edit that contact instead.',
      {
        email: '',
      },
    );
  }
}

async function foundAsAsked({ db }: Parts, accountId: string, id: string): Promise<Refusal | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? undefined : noContact;
}

async function record(
  { clock }: Parts,
  tx: Tx,
  { accountId, userId, ip }: SignedInUser,
  change: { private: boolean; what: 'folder' | 'template'; name: string },
): Promise<void> {
  const type: AccountEventType = change.private ? `${change.what}_made_private` : `${change.what}_shared`;
  await recordAccountEvent(tx, accountId, { type, userId, ip, detail: change.name }, clock());
}
