import type { Kysely } from 'kysely';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';

/** Maximum number of test documents per account. They count only toward the plan's storage, but cost work. */
const maxTestDocuments = 500;

/** Refuses another test document if the account has reached the maximum. */
export async function refuseTests(db: Kysely<Schema>, accountId: string): Promise<Refusal | undefined> {
  const { count } = await db
    .selectFrom('documents')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('test', '=', true)
    .where('purged_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) < maxTestDocuments) return undefined;
  return refuse(
    'too-many-requests',
    `This account already has ${maxTestDocuments} test documents. Delete some, or wait: each is deleted 30 days after its last change.`,
  );
}
