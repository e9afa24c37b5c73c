import { type AccountExport, exportRows } from '#contract/operations/export.ts';
import { refuse } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { sendExport } from '../../foundation/http/send-export.ts';
import { serve } from '../../foundation/http/serve.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { ExportDeps } from './deps.ts';
import { requestExport } from './make-export.ts';

/** Routes with which owners export their account as an archive, as a backup or to move elsewhere. */
export function exportRoutes(services: ExportDeps): Routes {
  const exportLimiter = burstLimiter(burstLimits.export, services.clock);
  return (app) => {
    serve(app, exportRows.requestExport, async ({ user }) => {
      const wait = exportLimiter.waitFor(user.accountId);
      if (wait > 0) return { ...tooManyExports, retryAfter: wait };
      exportLimiter.count(user.accountId);
      const id = await requestExport(services, user);
      return (await listExports(services, user.accountId)).find((one) => one.id === id)!;
    });
    serve(app, exportRows.listExports, ({ user }) => listExports(services, user.accountId));
    serve(app, exportRows.readExport, async ({ user, params, reply }) => {
      const { accountId, userId, ip } = user;
      const sha256 = await readyFile(services, accountId, params.id);
      if (!sha256) return refuse('not-found', 'This archive no longer exists. Request a new one.');
      const { stream } = await services.files.open(sha256);
      await inTransaction(services.db, (tx) =>
        recordAccountEvent(tx, accountId, { type: 'archive_downloaded', userId, ip }, services.clock()),
      );
      const day = new Date(services.clock()).toISOString().slice(0, 10);
      return sendExport(reply, {
        name: `countersign-account-${day}.zip`,
        type: 'application/zip',
        stream,
      });
    });
  };
}

const tooManyExports = refuse(
  'too-many-requests',
  'This account requested too many archives. Use the newest one or request another in an hour.',
);

async function listExports({ db }: ExportDeps, accountId: string): Promise<AccountExport[]> {
  const rows = await db
    .selectFrom('account_exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
  return rows.map(
    ({ id, state, requested_at: requestedAt, done, steps, size, missing, ends_at: endsAt }) => ({
      id,
      state: state as AccountExport['state'],
      requestedAt: requestedAt.toISOString(),
      done,
      steps,
      size,
      missing,
      endsAt: endsAt?.toISOString() ?? null,
    }),
  );
}

async function readyFile(
  { db, clock }: ExportDeps,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const row = await db
    .selectFrom('account_exports')
    .select('sha256')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('ends_at', '>', new Date(clock()))
    .executeTakeFirst();
  return row?.sha256 ?? undefined;
}
