import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** The account holder who sent a document, as recipients read it. The name may be empty. */
export type Sender = { name: string; email: string };

export async function findSender(
  db: Kysely<Schema>,
  document: { accountId: string; createdBy: string },
): Promise<Sender> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('account_id', '=', document.accountId)
    .where('id', '=', document.createdBy)
    .executeTakeFirstOrThrow();
  return { name: `${user.first_name} ${user.last_name}`.trim(), email: user.email };
}
