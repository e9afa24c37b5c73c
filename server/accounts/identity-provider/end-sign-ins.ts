import { sql } from 'kysely';
import type { Tx } from '../../foundation/db/transaction.ts';

/**
 * The issuer stored for people of the embedded provider. Its URL would change with PUBLIC_URL, and an
 * installation that moves to another host or port must keep its users.
 */
export const embeddedIssuer = 'embedded';

/**
 * Ends all sessions of a person: ours, those of the provider (which would sign them in again without asking),
 * and incomplete sign-ins. The current session, `keep`, continues.
 */
export async function endSignIns(tx: Tx, identityId: string, keep?: { session: string }): Promise<void> {
  const kept = keep
    ? await tx
        .selectFrom('sessions')
        .select('provider_session')
        .where('handle', '=', keep.session)
        .executeTakeFirst()
    : undefined;
  await tx
    .deleteFrom('sessions')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.account_id', '=', 'sessions.account_id')
          .whereRef('users.id', '=', 'sessions.user_id')
          .where('users.issuer', '=', embeddedIssuer)
          .where('users.subject', '=', identityId),
      ),
    )
    .$if(keep !== undefined, (query) => query.where('handle', '!=', keep!.session))
    .execute();
  await endProviderSignIns(tx, identityId, kept?.provider_session ?? undefined);
}

/** Deletes a person's provider sessions, and their sign-ins that are waiting for the browser to return. */
async function endProviderSignIns(tx: Tx, identityId: string, keep: string | undefined): Promise<void> {
  await tx
    .deleteFrom('provider_records')
    .where(sql`payload ->> 'accountId'`, '=', identityId)
    .$if(keep !== undefined, (query) => query.where(sql`coalesce(uid, '')`, '!=', keep!))
    .execute();
  await tx
    .deleteFrom('provider_records')
    .where('model', '=', 'Interaction')
    .where(sql`payload -> 'result' -> 'login' ->> 'accountId'`, '=', identityId)
    .execute();
}

/** Deletes the provider session in which one of our sessions began. */
export async function endProviderSession(tx: Tx, providerSession: string | null): Promise<void> {
  if (providerSession === null) return;
  await tx
    .deleteFrom('provider_records')
    .where('model', '=', 'Session')
    .where('uid', '=', providerSession)
    .execute();
}
