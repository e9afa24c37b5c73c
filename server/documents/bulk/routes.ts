import { Readable } from 'node:stream';
import { type BulkDetail, bulkRows } from '#contract/documents/bulk.ts';
import type { BulkAct } from '#core/bulk/bulk.ts';
import { sampleColumns } from '#core/bulk/read-file.ts';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { ownerOf } from '../../records/owner.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { oneAtATime } from '../../foundation/http/one-at-a-time.ts';
import { sendExport } from '../../foundation/http/send-export.ts';
import { serve } from '../../foundation/http/serve.ts';
import { findTemplate } from '../templates/template-store.ts';
import { countRows } from '../../records/bulk-counts.ts';
import type { BulkDeps } from './deps.ts';
import { findBulk, listBulks, listRows, type BulkKey } from './bulk-store.ts';
import { bulkDetailView, bulkView, previewView } from './bulk-view.ts';
import { noTemplate, readRows } from './read-rows.ts';
import { remindBulk } from './remind-bulk.ts';
import { noBulk, startBulk, steerBulk } from './start-bulk.ts';

const csvType = 'text/csv; charset=utf-8';
const problemsShown = 200;

/** Routes for bulk sends from a CSV file. */
export function bulkRoutes(services: BulkDeps): Routes {
  return (app) => {
    starting(app, services);
    following(app, services);
  };
}

function starting(app: App, services: BulkDeps): void {
  const inTurn = fileTurns(services);
  serve(app, bulkRows.readBulkSample, async ({ user, params, reply }) => {
    const template = await findTemplate(services.db, user.accountId, params.id);
    if (!template) return noTemplate;
    const { placeholders } = template.merge ?? {};
    const columns = sampleColumns({ ...template, ...(placeholders && { placeholders }) });
    const stream = Readable.from([byteOrderMark + csvLine(columns)]);
    return sendExport(reply, { name: 'bulk-send.csv', type: csvType, stream });
  });

  serve(app, bulkRows.previewBulk, async ({ user, params, body }) => {
    const { accountId } = user;
    const file = await inTurn(accountId, () => readRows(services, accountId, params.id, body));
    return isRefusal(file) ? file : previewView(file);
  });

  serve(app, bulkRows.startBulk, async ({ user, params, body }) => {
    const begun = await inTurn(user.accountId, () => startBulk(services, ownerOf(user), params.id, body));
    return isRefusal(begun) ? begun : readDetail(services, { accountId: user.accountId, id: begun.id });
  });
}

/** Allows one file per account at a time, to limit the memory that an account can use. */
function fileTurns({ clock }: BulkDeps) {
  const asked = burstLimiter(burstLimits.bulkFile, clock);
  const inTurn = oneAtATime();
  return <T>(accountId: string, read: () => Promise<T | Refusal>): Promise<T | Refusal> => {
    const wait = asked.waitFor(accountId);
    if (wait > 0) return Promise.resolve({ ...tooManyFiles, retryAfter: wait });
    asked.count(accountId);
    return inTurn(accountId, read);
  };
}

const tooManyFiles = refuse(
  'too-many-requests',
  'Too many files were checked for this account. Wait a few minutes and try again.',
);

function following(app: App, services: BulkDeps): void {
  const { db } = services;
  serve(app, bulkRows.listBulks, async ({ user, query }) => {
    const { accountId } = user;
    const found = await listBulks(db, user, query.template);
    const counts = await countRows(
      db,
      accountId,
      found.map(({ id }) => id),
    );
    return found.map((bulk) => bulkView(bulk, counts.get(bulk.id)!));
  });

  serve(app, bulkRows.readBulk, ({ user, params }) =>
    readDetail(services, { accountId: user.accountId, id: params.id }),
  );

  const { pauseBulk: pause, resumeBulk: resume, cancelBulk: cancel } = bulkRows;
  const steer = (row: typeof pause | typeof resume | typeof cancel, act: BulkAct): void =>
    serve(app, row, async ({ user, params }) => {
      const key = { accountId: user.accountId, id: params.id };
      const refused = await steerBulk(services, ownerOf(user), key.id, act);
      return refused ?? readDetail(services, key);
    });
  steer(pause, 'pause');
  steer(resume, 'resume');
  steer(cancel, 'cancel');

  serve(app, bulkRows.remindBulk, ({ user, params, body }) =>
    remindBulk(services, ownerOf(user), { id: params.id, after: body.after }),
  );
}

async function readDetail({ db }: BulkDeps, key: BulkKey): Promise<BulkDetail | Refusal> {
  const bulk = await findBulk(db, key);
  if (!bulk) return noBulk;
  const counts = (await countRows(db, key.accountId, [key.id])).get(key.id)!;
  const problems = await listRows(db, key, { states: ['failed', 'refused'], limit: problemsShown });
  return bulkDetailView(bulk, counts, problems);
}
