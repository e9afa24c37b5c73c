import { type ClosureAnswer, closureRows } from '#contract/operations/account-deletion.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { passwordGate } from '../../accounts/sign-in/password-gate.ts';
import type { AccountDeletionDeps } from './deps.ts';
import { requestClosure, cancelClosure } from './request-closure.ts';

/** Routes for closing an account and for canceling that. */
export function closureRoutes(services: AccountDeletionDeps): Routes {
  const gate = passwordGate(services);
  const view = async (user: SignedInUser): Promise<ClosureAnswer> => ({
    ...(await closingOf(services, user.accountId)),
    confirmBy: (await gate.identityOf(user)) === undefined ? 'address' : 'password',
  });
  return (app) => {
    serve(app, closureRows.readClosure, ({ user }) => view(user));
    serve(app, closureRows.requestClosure, async ({ user, body }) => {
      return (await requestClosure(services, gate, user, body.confirmation)) ?? view(user);
    });
    serve(app, closureRows.cancelClosure, async ({ user }) => {
      return (await cancelClosure(services, user)) ?? view(user);
    });
  };
}

async function closingOf(
  { db }: AccountDeletionDeps,
  accountId: string,
): Promise<Omit<ClosureAnswer, 'confirmBy'>> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'accounts.id')
        .onRef('users.id', '=', 'accounts.closure_requested_by'),
    )
    .select(['closes_at', 'users.email'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom('documents')
    .select((out) => out.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['sent', 'sealing'])
    .executeTakeFirstOrThrow();
  return { closesAt: row.closes_at?.toISOString() ?? null, requestedBy: row.email, out: Number(count) };
}
