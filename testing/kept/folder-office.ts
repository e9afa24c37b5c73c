import { join } from 'node:path';
import { diskFileStore } from '#server/adapters/file-store/disk.ts';
import { openOwnAuthority } from '#server/adapters/seal-key/own-authority.ts';
import { openDatabase } from '#server/foundation/db/database.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { openDesk, type Desk } from '../desk.ts';
import { openSignInOffice, type Member, type SignInOffice } from '../open-sign-in-office.ts';

/** An office whose database, files and keys are in a data folder, as on a real server. */
export type FolderOffice = SignInOffice & {
  /** Names of the migrations that ran when the database was opened. */
  migrated: string[];
  /** Returns the API functions of a signed-in member. */
  deskOf(member: Member): Promise<Desk>;
};

/** `startsAt` is the initial time of its clock, in ms UTC. */
export async function openFolderOffice(dataDir: string, startsAt: number): Promise<FolderOffice> {
  const key = await openOwnAuthority(dataDir, startsAt);
  if ('problem' in key) throw new Error(key.problem);
  const database = await openDatabase({ dataDir });
  const migrated = await migrate(database.owner);
  await database.grant();
  const office = await openSignInOffice(database, {
    startsAt,
    ports: { key, files: diskFileStore(join(dataDir, 'files')) },
    settings: { DATA_DIR: dataDir, PLANS: 'off' },
  });
  return {
    ...office,
    migrated,
    async deskOf(member) {
      const { body } = await member.ask<{ email: string }>('/api/auth/user');
      const row = await database.db
        .selectFrom('users')
        .select(['account_id', 'id'])
        .where('email', '=', body.email)
        .executeTakeFirstOrThrow();
      const cookie = member.browser.cookieHeader('/');
      return openDesk(office, { accountId: row.account_id, userId: row.id, cookie });
    },
    async close() {
      await office.close();
      await database.close();
    },
  };
}
