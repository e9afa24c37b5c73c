import { operatorRows } from '#contract/operations/operator.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { answerOnce } from '../../foundation/http/idempotency.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { serve } from '../../foundation/http/serve.ts';
import { resendFailed } from '../../messages/mail/resend-failed.ts';
import { retrySeal } from '../../evidence/sealing/retry-seal.ts';
import { stuckDocuments } from '../../evidence/sealing/stuck-documents.ts';
import type { OperatorDeps } from './deps.ts';
import { answerSupport, noSuchMessage, setSupportState } from './answer-support.ts';
import { metricsRoute } from './metrics.ts';
import { authenticateOperators } from './operator-guard.ts';
import { readState } from './read-state.ts';
import { countSupport, listSupport, readThread } from './support-queue.ts';
import { findAccount, listAccounts, listPeople } from './list-accounts.ts';
import {
  endMemberSessions,
  liftSuspension,
  makeOwner,
  noSuchAccount,
  resetMemberSecondFactor,
  suspendAccount,
} from './manage-accounts.ts';

export function operatorRoutes(services: OperatorDeps): Routes {
  return (app) => {
    authenticateOperators(app, services);
    const { db, clock } = services;
    serve(app, operatorRows.readOperator, () => countSupport(db, clock()));
    installation(app, services);
    metricsRoute(app, services);
    supportQueue(app, services);
    operatorAccountRoutes(app, services);
  };
}

const noSuchJob = refuse('not-found', 'This job no longer exists.');

function installation(app: App, services: OperatorDeps): void {
  const { db, jobs } = services;
  serve(app, operatorRows.readOperatorState, ({ request }) => readState(services, request.log));
  serve(app, operatorRows.retryJob, async ({ params }) =>
    isId(params.id) && (await jobs.retry(params.id)) ? undefined : noSuchJob,
  );
  serve(app, operatorRows.dismissJob, async ({ params }) =>
    isId(params.id) && (await jobs.dismiss(params.id)) ? undefined : noSuchJob,
  );
  serve(app, operatorRows.resendMails, async () => ({ count: await resendFailed(services) }));
  serve(app, operatorRows.retryStuckSeal, async ({ params }) => {
    const stuck = (await stuckDocuments(db)).find(({ id }) => id === params.id);
    const refused = stuck ? await retrySeal(services, stuck.accountId, stuck.id) : notStuck;
    return refused ? notStuck : undefined;
  });
}

const notStuck = refuse('not-found', 'This document is no longer waiting for its seal.');

function supportQueue(app: App, services: OperatorDeps): void {
  const { db, clock } = services;
  const thread = async (id: string) =>
    (isId(id) ? await readThread(db, id, clock()) : undefined) ?? noSuchMessage;
  serve(app, operatorRows.listSupport, async ({ query, request, reply }) => {
    const { rows, next } = await listSupport(db, query, clock());
    if (next) reply.header('link', linkToNext(request.url, next));
    return rows;
  });
  serve(app, operatorRows.readSupport, ({ params }) => thread(params.id));
  serve(app, operatorRows.answerSupport, async ({ params, body, user, keyed, reply }) => {
    const { id } = params;
    if (!isId(id)) return noSuchMessage;
    const done = await inTransaction(db, (tx) =>
      answerOnce(tx, keyed, async () => {
        const refused = await answerSupport(tx, services, user, id, body.message);
        return refused ?? { status: 201, body: null };
      }),
    );
    if (isRefusal(done)) return done;
    reply.code(201);
    return thread(id);
  });
  serve(app, operatorRows.setSupportState, async ({ params, body }) => {
    const { id } = params;
    if (!isId(id)) return noSuchMessage;
    return (await setSupportState(services, id, body.state)) ?? thread(id);
  });
}

/** Routes for the accounts of this server and the people in them, but not their documents. */
function operatorAccountRoutes(app: App, services: OperatorDeps): void {
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
  serve(app, operatorRows.endMemberSessions, ({ params }) => endMemberSessions(services, params));
  serve(app, operatorRows.resetMemberSecondFactor, ({ params }) => resetMemberSecondFactor(services, params));
  serve(app, operatorRows.makeOwner, ({ params }) => makeOwner(services, params));
}
