import { operatorRows } from '#contract/operations/operator.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { OperatorDeps } from './deps.ts';
import { findAccount, listAccounts, listPeople } from './list-accounts.ts';
import {
  endSessionsOf,
  liftSuspension,
  makeOwner,
  noSuchAccount,
  resetFactorOf,
  suspendAccount,
} from './manage-accounts.ts';

/** The accounts of the installation and their people, without documents. */
export function operatorAccountRoutes(app: App, services: OperatorDeps): void {
  const { db } = services;
  serve(app, operatorRows.listInstallationAccounts, async ({ query, request, reply }) => {
    const { rows, next } = await listAccounts(db, query);
    if (next) reply.header('link', linkToNext(request.url, next));
    return rows;
  });
  serve(app, operatorRows.readInstallationAccount, async ({ params, query, user, request, reply }) => {
    const account = await findAccount(db, params.id);
    if (!account) return noSuchAccount;
    const { rows: members, next } = await listPeople(db, account.id, query);
    if (next) reply.header('link', linkToNext(request.url, next));
    return { ...account, own: user.accountId === account.id, members };
  });
  serve(app, operatorRows.suspendAccount, ({ params: { id }, user }) =>
    isId(id) ? suspendAccount(services, user, id) : noSuchAccount,
  );
  serve(app, operatorRows.liftSuspension, ({ params: { id } }) =>
    isId(id) ? liftSuspension(services, id) : noSuchAccount,
  );
  serve(app, operatorRows.endSessionsOf, ({ params }) => endSessionsOf(services, params));
  serve(app, operatorRows.resetFactorOf, ({ params }) => resetFactorOf(services, params));
  serve(app, operatorRows.makeOwner, ({ params }) => makeOwner(services, params));
}
