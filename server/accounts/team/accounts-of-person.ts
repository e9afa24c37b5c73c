import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { teamRows } from '#contract/accounts/team.ts';
import { accountSuspended } from '#core/account/suspension.ts';
import { refuse } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { TeamDeps } from './deps.ts';
import { signOnNames } from '../../records/held-address.ts';
import { roleOf, titlesOf } from './team-store.ts';

type Membership = { accountId: string; userId: string; signOn: string | null };

/** Routes for the accounts of a person, and for switching between them. */
export function accountRoutesOfPerson(app: App, { db }: Pick<TeamDeps, 'db'>): void {
  serve(app, teamRows.listAccounts, async ({ user }) => {
    const mine = await membershipsOf(db, user);
    const titles = await titlesOf(
      db,
      mine.map(({ account_id }) => account_id),
    );
    return mine.map(({ account_id: id, role }) => ({
      id,
      title: titles.find((account) => account.id === id)?.title ?? '',
      role: roleOf(role),
      current: id === user.accountId,
    }));
  });
  serve(app, teamRows.enterAccount, async ({ user, params, request }) => {
    const mine = await membershipsOf(db, user);
    const other = mine.find(({ account_id }) => account_id === params.id);
    if (!other) return refuse('not-found', 'You are not a member of this account.');
    if (other.suspended_at) return accountSuspended;
    const { account_id: accountId, id: userId } = other;
    await enter(app, { accountId, userId }, request);
    return { accountId };
  });
}

/**
 * Returns memberships of the same person, matched by issuer and subject, never by address (S-01). A person
 * known only through one account's provider, which did not create their user here, gets only that account.
 */
function membershipsOf(db: Kysely<Schema>, { accountId, userId, signOn }: Membership) {
  return db
    .selectFrom('users as me')
    .innerJoin('users as mine', (join) =>
      join.onRef('mine.issuer', '=', 'me.issuer').onRef('mine.subject', '=', 'me.subject'),
    )
    .innerJoin('accounts', 'accounts.id', 'mine.account_id')
    .select(['mine.account_id', 'mine.id', 'mine.role', 'accounts.suspended_at'])
    .where('me.account_id', '=', accountId)
    .where('me.id', '=', userId)
    .$if(signOn !== null, (query) =>
      query.where((row) =>
        row.or([row('mine.account_id', '=', accountId), row('me.issuer', 'like', `${signOnNames}%`)]),
      ),
    )
    .where('me.removed_at', 'is', null)
    .where('mine.removed_at', 'is', null)
    .orderBy('mine.created_at')
    .orderBy('mine.id')
    .execute();
}

/** Switches the session to this account. The streams of open pages end, so that the pages reload. */
export async function enter(
  app: App,
  membership: Omit<Membership, 'signOn'>,
  request: FastifyRequest,
): Promise<void> {
  await app.sessions.moveTo(request.cookies[app.sessionCookie.name]!, membership);
}
