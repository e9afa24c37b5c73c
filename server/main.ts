import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { libreOfficeConverter } from './adapters/docx/libreoffice.ts';
import { openLogKey } from './adapters/log-key/own-log-key.ts';
import { openScanCommand } from './adapters/scanner/scan-command.ts';
import { UnknownFileKeyError } from './ports/file-store.ts';
import { missingKey } from './adapters/file-store/encrypt-all.ts';
import { openFileStore } from './adapters/file-store/open-file-store.ts';
import { openOutboxFolder } from './adapters/mailer/outbox-folder.ts';
import { openPaymentSandbox } from './adapters/payment-sandbox/open-sandbox.ts';
import { stripeOf } from './adapters/payments/stripe.ts';
import { dnsRecords } from './adapters/domain-records/dns-records.ts';
import { openGuardedPost } from './adapters/outbound-post/guarded-post.ts';
import { openWorkerPool } from './adapters/pdf-engine/worker-pool.ts';
import { withEarlierRoots } from './adapters/seal-key/earlier-roots.ts';
import { openOwnAuthority } from './adapters/seal-key/own-authority.ts';
import { openPkcs11 } from './adapters/seal-key/pkcs11.ts';
import { openPkcs12 } from './adapters/seal-key/pkcs12.ts';
import { openTimestamps } from './adapters/timestamps/open-timestamps.ts';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { isConfigProblem, isOutboxInUse, loadConfig, type Config } from './config.ts';
import { openDatabase, type Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { canOnlyAddToTrail, runningRoleName } from './db/running-role.ts';
import { makeOutboxAddress } from './mail/operator-key.ts';
import { checkSealKey } from './sealing/known-keys.ts';
import type { Mailer } from './ports/mailer.ts';
import type { SealKey } from './ports/seal-key.ts';
import type { Tracing } from './tracing/tracing.ts';
import { programVersion } from './operator/read-state.ts';
import { giveMemoryBack } from './give-memory-back.ts';
import { sayWhyItEnds } from './last-words.ts';
import { openProduct, type Ports, type Product } from './product.ts';
import { asProblem, statusOf, type StartProblem } from './start-problem.ts';
import { openWorkerHealth, type WorkerHealth } from './worker-health.ts';

/**
 * The composition root: settings → adapters → product → roles. The only file that chooses adapters.
 * A problem that the operator can mend is one sentence and exit status 78 (EX_CONFIG), one that passes is 75 (EX_TEMPFAIL).
 */
async function main(): Promise<void> {
  sayWhyItEnds();
  const config = loadConfig(process.env);
  if (isConfigProblem(config)) return refuseToStart(config);
  const ports = await openPorts(config);
  if ('problem' in ports) return refuseToStart(ports);
  const product = await openProduct(config, ports);
  const health = config.roles.has('web') ? undefined : await openHealth(config, product);
  stopOnSignals(config, product, ports, health);
  giveMemoryBack();
  if (config.roles.has('worker')) await product.work();
  if (config.roles.has('web')) await listen(config, product);
  if (ports.key.advice !== undefined) process.stdout.write(`${ports.key.advice}\n`);
}

async function openPorts(config: Config): Promise<Ports | StartProblem> {
  const clock = Date.now;
  const key = await openSealKey(config, clock());
  if ('problem' in key) return key;
  const timestamps = config.timestamps && (await openTimestamps(config.timestamps, clock));
  if (timestamps && 'problem' in timestamps) return timestamps;
  const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, ownerUrl, dataDir }).catch(asProblem);
  if ('problem' in database) return database;
  const migrated = await migrate(database.owner).catch(asProblem);
  if ('problem' in migrated) {
    await database.close();
    return migrated;
  }
  await database.grant();
  if (!(await canOnlyAddToTrail(database.db))) await sayWhoGuardsTheTrail(database);
  const unfit = await checkSealKey(database.db, key, { now: clock(), meantRoot: config.sealNewRoot });
  if (unfit) {
    await database.close();
    return unfit;
  }
  const outbox = await openOutboxFolder(join(config.dataDir, 'outbox'));
  const files = await openFileStore(config);
  const lost = await missingKey(files, config.fileKeys).catch(() => undefined);
  if (lost !== undefined) {
    await database.close();
    return { problem: new UnknownFileKeyError(lost).message };
  }
  return {
    database,
    files,
    mailer: await openMailer(config, outbox),
    outbox,
    pdf: openWorkerPool(),
    docx: libreOfficeConverter({ program: config.sofficePath, hidden: [config.dataDir] }),
    ...(config.scanCommand && { scanner: openScanCommand(config.scanCommand) }),
    domains: dnsRecords({ server: config.nameServer }),
    outbound: openGuardedPost({ withLoopback: config.webhooksToLoopback }),
    key,
    logSigner: await openLogKey(config.dataDir, config.publicUrl),
    ...(timestamps && { timestamps }),
    payments: config.stripe
      ? { provider: stripeOf(config.stripe) }
      : openPaymentSandbox({ db: database.db, clock, config }),
    clock,
    ...(config.collector && { tracing: await openTracing(config.collector) }),
  };
}

async function openSealKey(config: Config, now: number): Promise<SealKey | StartProblem> {
  const key = await (config.sealPkcs11
    ? openPkcs11(config.sealPkcs11, now)
    : config.sealP12
      ? openPkcs12(config.sealP12, now)
      : openOwnAuthority(config.dataDir, now, {
          ...{ name: config.operatorName, country: config.operatorCountry },
          host: new URL(config.publicUrl).hostname,
          lists: `${config.publicUrl}${addressOf(aboutPaths.readWithdrawn)}`,
          issuer: `${config.publicUrl}${addressOf(aboutPaths.readRootDer)}`,
        }));
  if ('problem' in key || config.sealEarlierRootsFile === undefined) return key;
  return withEarlierRoots(key, config.sealEarlierRootsFile);
}

/** Its library is loaded where somebody listens. */
async function openTracing(collector: NonNullable<Config['collector']>): Promise<Tracing> {
  const { openTelemetry } = await import('./adapters/tracing/open-telemetry.ts');
  return openTelemetry({ ...collector, version: programVersion });
}

/** A module that sends is loaded where something is to be sent. */
async function openMailer({ smtpUrl, smtpRequiresTls }: Config, outbox: Mailer): Promise<Mailer> {
  if (!smtpUrl) return outbox;
  const { openSmtp } = await import('./adapters/mailer/smtp.ts');
  return openSmtp(smtpUrl, { requireTls: smtpRequiresTls });
}

/** No reason not to start: the trail is chained, and compared with the sealed files, whoever may write to it. */
async function sayWhoGuardsTheTrail({ owner }: Database): Promise<void> {
  const role = await runningRoleName(owner);
  process.stderr.write(
    `The user of the database may change and remove what the trail holds. To let PostgreSQL refuse that, have its ` +
      `administrator run: CREATE ROLE "${role}" NOLOGIN; GRANT "${role}" TO the user of DATABASE_URL; and start again. ` +
      `Or set DATABASE_OWNER_URL (docs/decisions/0018-who-may-write-the-trail.md).\n`,
  );
}

async function listen(config: Config, { app }: Product): Promise<void> {
  const at = await app.listen({ port: config.port, host: config.host }).catch(asProblem);
  if (typeof at !== 'string') return refuseToStart(at);
  process.stdout.write(`Countersign is running: ${config.publicUrl}\n`);
  if (isOutboxInUse(config)) {
    const what = config.smtpUrl ? 'Messages to support are' : 'Mail is';
    const instead = config.smtpUrl ? 'SUPPORT_EMAIL' : 'SMTP_URL';
    const address = await makeOutboxAddress(config.dataDir, config.publicUrl);
    process.stdout.write(
      `${what} written to ${join(config.dataDir, 'outbox')} (set ${instead} to send it). Read them at ${address}\n`,
    );
  }
  if (!config.stripe && config.plans === 'on')
    process.stdout.write(
      'Payments are a test in which no money moves (set STRIPE_SECRET_KEY for real ones).\n',
    );
}

async function openHealth({ host, healthPort }: Config, product: Product): Promise<WorkerHealth | undefined> {
  if (healthPort === undefined) return undefined;
  const health = await openWorkerHealth(product.app, { host, port: healthPort }).catch(asProblem);
  if ('problem' in health) return void refuseToStart(health);
  process.stdout.write(`Its health is told at http://${host}:${health.port}/api/ready\n`);
  return health;
}

/** Work that is under way has so long to finish. Milliseconds. */
const longestStop = 30_000;

/**
 * Ctrl-C and SIGTERM: first it is said that nothing more should be sent, then no new work is taken and work in flight
 * finishes; a second signal, or 30 seconds, end it at once.
 */
function stopOnSignals(config: Config, product: Product, ports: Ports, health?: WorkerHealth): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    product.drain();
    const drainMs = config.drainSeconds * 1000;
    setTimeout(() => process.exit(1), drainMs + longestStop).unref();
    void pause(drainMs)
      .then(() => close(product, ports, health))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(
            `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
          );
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function close(product: Product, ports: Ports, health?: WorkerHealth): Promise<void> {
  await product.close();
  await health?.close();
  await ports.mailer.close();
  if (ports.outbox !== ports.mailer) await ports.outbox.close();
  await ports.pdf.close();
  await ports.database.close();
  await ports.tracing?.close();
}

function refuseToStart(why: StartProblem): void {
  process.stderr.write(`Countersign cannot start. ${why.problem}\n`);
  process.exit(statusOf(why));
}

await main();
