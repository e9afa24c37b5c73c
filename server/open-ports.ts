import { join } from 'node:path';
import { libreOfficeConverter } from './adapters/docx/libreoffice.ts';
import { openLogKey } from './adapters/log-key/own-log-key.ts';
import { openScanCommand } from './adapters/scanner/scan-command.ts';
import { UnknownFileKeyError } from './ports/file-store.ts';
import type { KeptStore } from './adapters/file-store/coding.ts';
import { missingKey } from './adapters/file-store/encrypt-all.ts';
import { openFileStore } from './adapters/file-store/open-file-store.ts';
import { findStoreProblem } from './adapters/file-store/try-store.ts';
import { openOutboxFolder } from './adapters/mailer/outbox-folder.ts';
import { noPayments } from './adapters/payments/no-payments.ts';
import { stripeOf } from './adapters/payments/stripe.ts';
import { dnsRecords } from './adapters/domain-records/dns-records.ts';
import { openFileDestinations } from './adapters/file-destinations/open-file-destinations.ts';
import { openGuardedPost } from './adapters/outbound-post/guarded-post.ts';
import { openWorkerPool } from './adapters/pdf-engine/worker-pool.ts';
import { withEarlierRoots } from './adapters/seal-key/earlier-roots.ts';
import { openOwnAuthority } from './adapters/seal-key/own-authority.ts';
import { openPkcs11 } from './adapters/seal-key/pkcs11.ts';
import { openPkcs12 } from './adapters/seal-key/pkcs12.ts';
import { openTimestamps } from './adapters/timestamps/open-timestamps.ts';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import type { Config } from './foundation/config/config.ts';
import { openDatabase, type Database } from './foundation/db/database.ts';
import { checkSecretKey } from './foundation/db/secret-key-check.ts';
import { migrate } from './foundation/db/migrate.ts';
import { canOnlyAddToTrail, runningRoleName } from './foundation/db/running-role.ts';
import { checkSealKey } from './evidence/record/known-keys.ts';
import type { Clock } from './ports/clock.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Payments } from './ports/payment-provider.ts';
import type { SealKey } from './ports/seal-key.ts';
import type { Tracing } from './foundation/tracing/tracing.ts';
import { programVersion } from './operations/operator/read-state.ts';
import type { Ports } from './ports/ports.ts';
import { asProblem, type StartProblem } from './foundation/process/start-problem.ts';
import { reportLine } from './foundation/process/report-line.ts';

/**
 * Opens the configured adapters, or returns why the server cannot start. This is the only file that chooses
 * adapters.
 */
export async function openPorts(config: Config): Promise<Ports | StartProblem> {
  const clock = Date.now;
  const key = await openSealKey(config, clock());
  if ('problem' in key) return key;
  const timestamps = config.timestamps && (await openTimestamps(config.timestamps, clock));
  if (timestamps && 'problem' in timestamps) return timestamps;
  const files = await openFiles(config);
  if ('problem' in files) return files;
  const database = await openOwnDatabase(config, key, clock());
  if ('problem' in database) return database;
  const outbox = await openOutboxFolder(join(config.dataDir, 'outbox'));
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
    destinations: openFileDestinations({
      clock,
      withLoopback: config.webhooksToLoopback,
      allowed: config.destinationNetworks,
    }),
    key,
    logSigner: await openLogKey(config.dataDir, config.publicUrl),
    ...(timestamps && { timestamps }),
    payments: await openPayments(config, database, clock),
    clock,
    ...(config.collector && { tracing: await openTracing(config.collector) }),
  };
}

/**
 * Opens and migrates the database, and checks that the secret key and the sealing key are those used with it
 * before.
 */
async function openOwnDatabase(config: Config, key: SealKey, now: number): Promise<Database | StartProblem> {
  const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, ownerUrl, dataDir }).catch(asProblem);
  if ('problem' in database) return database;
  const unfit = await findUnfit(database, config, key, now);
  if (unfit === undefined) return database;
  await database.close();
  return unfit;
}

async function findUnfit(
  database: Database,
  config: Config,
  key: SealKey,
  now: number,
): Promise<StartProblem | undefined> {
  const migrated = await migrate(database.owner).catch(asProblem);
  if ('problem' in migrated) return migrated;
  await database.grant();
  if (!(await canOnlyAddToTrail(database.db))) await logTrailProtection(database);
  return (
    (await checkSecretKey(database.db, config)) ??
    (await checkSealKey(database.db, key, { now, meantRoot: config.sealNewRoot }))
  );
}

async function openFiles(config: Config): Promise<KeptStore | StartProblem> {
  const files = await openFileStore(config);
  const unusable = config.store && (await findStoreProblem(files, config.store));
  if (unusable) return unusable;
  const lost = await missingKey(files, config.fileKeys).catch(() => undefined);
  return lost === undefined ? files : { problem: new UnknownFileKeyError(lost).message };
}

async function openSealKey(config: Config, now: number): Promise<SealKey | StartProblem> {
  const key = await (config.sealPkcs11
    ? openPkcs11(config.sealPkcs11, now)
    : config.sealP12
      ? openPkcs12(config.sealP12, now)
      : openOwnAuthority(config.dataDir, now, {
          name: config.operatorName,
          country: config.operatorCountry,
          host: new URL(config.publicUrl).hostname,
          lists: `${config.publicUrl}${addressOf(aboutPaths.downloadCrl)}`,
          issuer: `${config.publicUrl}${addressOf(aboutPaths.downloadRootDer)}`,
        }));
  if ('problem' in key || config.sealEarlierRootsFile === undefined) return key;
  return withEarlierRoots(key, config.sealEarlierRootsFile);
}

/** Loads the sandbox only with PAYMENTS=sandbox. */
async function openPayments(config: Config, { db }: Database, clock: Clock): Promise<Payments> {
  if (config.stripe) return { provider: stripeOf(config.stripe) };
  if (!config.paymentSandbox) return { provider: noPayments };
  const { openPaymentSandbox } = await import('./adapters/payment-sandbox/open-sandbox.ts');
  return openPaymentSandbox({ db, clock, config });
}

/** Loads the library only if a collector is configured. */
async function openTracing(collector: NonNullable<Config['collector']>): Promise<Tracing> {
  const { openTelemetry } = await import('./adapters/tracing/open-telemetry.ts');
  return openTelemetry({ ...collector, version: programVersion });
}

/** Loads the mail library only if a mail server is configured. */
async function openMailer({ smtpUrl, smtpRequiresTls, smtpOAuth }: Config, outbox: Mailer): Promise<Mailer> {
  if (!smtpUrl) return outbox;
  const { openSmtp } = await import('./adapters/mailer/smtp.ts');
  return openSmtp(smtpUrl, { requireTls: smtpRequiresTls, oauth: smtpOAuth });
}

/** Only warns, because the hash chain and the sealed files reveal changes even without this protection. */
async function logTrailProtection({ owner }: Database): Promise<void> {
  const role = await runningRoleName(owner);
  reportLine(
    `DATABASE_URL: this database user can change and delete audit trails. To let PostgreSQL prevent that, have its ` +
      `administrator run: CREATE ROLE "${role}" NOLOGIN; GRANT "${role}" TO the user of DATABASE_URL. Then start again. ` +
      `Or set DATABASE_OWNER_URL (docs/decisions/0018-append-only-audit-trail.md).`,
  );
}
