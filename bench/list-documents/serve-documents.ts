import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import { auditRoutes } from '#server/evidence/audit/routes.ts';
import { buildApp } from '#server/app.ts';
import { isConfigProblem, loadConfig } from '#server/foundation/config/config.ts';
import type { Database } from '#server/foundation/db/database.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { documentRoutes } from '#server/documents/routes.ts';
import type { App } from '#server/foundation/http/fastify-app.ts';
import { openServices } from '#server/open-services.ts';
import type { Ports } from '#server/ports/ports.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';

export type SignedInAccount = { accountId: string; userId: string; cookie: string };

/** Starts the HTTP server with the list routes, and signed-in accounts of these sizes. */
export async function serveDocuments(
  database: Database,
  { dataDir, port }: { dataDir: string; port: number },
  accountCount: number,
): Promise<{ app: App; accounts: SignedInAccount[] }> {
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' });
  if (isConfigProblem(config)) throw new Error(config.problem);
  const services = await openServices(config, {
    database,
    files: memoryFileStore(),
    pdf: openInProcessEngine(),
    clock: Date.now,
    // In this bench nothing is converted, sealed, emailed or paid.
    ...({ payments: {} } as Pick<
      Ports,
      'destinations' | 'docx' | 'domains' | 'key' | 'mailer' | 'outbound' | 'outbox' | 'payments'
    >),
  });
  const app = await buildApp({
    config,
    db: database.db,
    features: [documentRoutes(services), auditRoutes(services)],
    onClose: true,
  });
  app.addHook('onClose', () => services.jobs.stop());
  const accounts: SignedInAccount[] = [];
  for (let made = 0; made < accountCount; made += 1) accounts.push(await signIn(database, app, made));
  return { app, accounts };
}

async function signIn({ db }: Database, app: App, number: number): Promise<SignedInAccount> {
  const account = { accountId: newId(Date.now()), userId: newId(Date.now()) };
  await db.insertInto('accounts').values({ id: account.accountId, plan: 'business' }).execute();
  const email = `ada${number}@harbour.example`;
  const row = {
    account_id: account.accountId,
    id: account.userId,
    role: 'owner',
    issuer: 'bench',
    subject: email,
    email,
    email_confirmed_at: new Date(),
  };
  await db.insertInto('users').values(row).execute();
  return { ...account, cookie: `sid=${await app.sessions.begin(account, undefined)}` };
}

/** Returns the cursor that a client has in the middle of the list. */
export async function middleOf({ pool }: Database, accountId: string): Promise<string> {
  const { rows } = await pool.query<{ at: string; id: string }>(
    `SELECT created_at::text AS at, id FROM documents WHERE account_id = $1
      ORDER BY created_at DESC, id DESC
      OFFSET (SELECT count(*) / 2 FROM documents WHERE account_id = $1) LIMIT 1`,
    [accountId],
  );
  return Buffer.from(JSON.stringify(['-created', rows[0]!.at, rows[0]!.id])).toString('base64url');
}
