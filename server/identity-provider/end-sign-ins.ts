import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

/**
 * People of the embedded provider are remembered under this name rather than under its address, which changes
 * with PUBLIC_URL: an installation that moves to another name or port keeps its people.
 */
export const embeddedIssuer = 'embedded';

/**
 * Ends every session of a person: ours, those of the provider (which would sign them in again without asking),
 * and sign-ins that are half done. Only `keep` goes on: the session in which the person does this.
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

/** The provider's own memory of a person; also sign-ins that only wait for their browser to come back. */
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

/** Ends one session of ours, and the provider's session that it began in. Its id token, if one was kept. */
export async function endProviderSession(tx: Tx, providerSession: string | null): Promise<void> {
  if (providerSession === null) return;
  await tx
    .deleteFrom('provider_records')
    .where('model', '=', 'Session')
    .where('uid', '=', providerSession)
    .execute();
}
