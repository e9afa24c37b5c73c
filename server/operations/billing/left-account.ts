import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { embeddedIssuer } from '../../accounts/identity-provider/end-sign-ins.ts';

/** Returns true if an account was closed or no member can sign in, so that no one can cancel anything. */
export async function isLeft(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const inUse = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.account_id', 'accounts.id')
    .select('accounts.id')
    .where('accounts.id', '=', accountId)
    .where('accounts.closed_at', 'is', null)
    .where('users.removed_at', 'is', null)
    .where((row) =>
      row.or([
        row('users.issuer', '!=', embeddedIssuer),
        row.exists(
          row
            .selectFrom('identities')
            .select('identities.id')
            .whereRef(sql`identities.id::text`, '=', 'users.subject'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return inUse === undefined;
}
