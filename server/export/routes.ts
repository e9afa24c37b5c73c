import { exportRows } from '#contract/routes/export.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Feature } from '../http/fastify-app.ts';
import { sendExport } from '../http/send-export.ts';
import { serve } from '../http/serve.ts';
import { recordAccountEvent } from '../records/account-event-store.ts';
import type { Services } from '../services.ts';
import { exportAccount } from './export-account.ts';

/** All of an account as one archive, for its owner to keep or to take elsewhere. */
export function exportRoutes(services: Services): Feature {
  return (app) => {
    serve(app, exportRows.exportAccount, async ({ user, reply }) => {
      const { accountId, userId, ip } = user;
      await inTransaction(services.db, (tx) =>
        recordAccountEvent(tx, accountId, { type: 'account_exported', userId, ip }, services.clock()),
      );
      const day = new Date(services.clock()).toISOString().slice(0, 10);
      return sendExport(reply, {
        ...{ name: `countersign-account-${day}.zip`, type: 'application/zip' },
        stream: exportAccount(services, accountId),
      });
    });
  };
}
