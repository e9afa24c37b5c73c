// Checks or imports the archive of an account: `npm run import -- check FILE`, `npm run import -- FILE`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { libreOfficeConverter } from '#server/adapters/docx/libreoffice.ts';
import { revocationLists } from '#server/adapters/seal-key/own-lists.ts';
import { openFileStore } from '#server/adapters/file-store/open-file-store.ts';
import { openWorkerPool } from '#server/adapters/pdf-engine/worker-pool.ts';
import type { Config } from '#server/foundation/config/config.ts';
import { deriveSecret } from '#server/foundation/crypto/secret-key.ts';
import { openDatabase, type Database } from '#server/foundation/db/database.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { checkExport, type ExportVerdict } from '#server/operations/export/check-export.ts';
import { importAccount, type Outcome } from '#server/operations/export/import-account.ts';
import { openJobQueue } from '#server/foundation/jobs/job-queue.ts';
import { readLists } from '#verify/read-lists.ts';
import { readRoots } from '#verify/read-roots.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const usage =
  'Usage: npm run import -- [check] FILE [--trust-root PEM] [--trust-log-key FILE] [--trust-list FILE] [--owner ADDRESS]. With "check" nothing is changed.';
const options = readArguments(process.argv.slice(2));
const config = readSettings();
// Without an installation, only the archive's own contents can be checked.
if (options.isTrial && !hasInstallation(config)) {
  reportFaults(await checkExport(options.file, say).catch((error: Error) => fail(error.message)));
  say('There is no installation here, so only the archive was checked.');
} else await withDatabase(openDatabase, config, run);

type Given = {
  file: string;
  isTrial: boolean;
  roots: Uint8Array[];
  logKeys: readonly TrustedLogKey[] | undefined;
  lists: readonly Uint8Array[];
  owner: string | undefined;
};

function readArguments(args: readonly string[]): Given {
  const rest = [...args];
  const option = (name: string): string | undefined => {
    const at = rest.indexOf(name);
    return at < 0 ? undefined : (rest.splice(at, 2)[1] ?? fail(usage));
  };
  const names = ['--owner', '--trust-root', '--trust-log-key', '--trust-list'];
  const [owner, rootFile, logFile, listFile] = names.map(option);
  const isTrial = rest[0] === 'check';
  const file = rest.at(isTrial ? 1 : 0) ?? fail(usage);
  return {
    file,
    isTrial,
    owner,
    roots: rootFile === undefined ? [] : rootsIn(rootFile),
    logKeys: logFile === undefined ? undefined : logKeysIn(logFile),
    lists: listFile === undefined ? [] : listsIn(listFile),
  };
}

function rootsIn(file: string): Uint8Array[] {
  const roots = existsSync(file) ? readRoots(readFileSync(file, 'utf8')) : [];
  return roots.length > 0 ? roots : fail(`${file} contains no certificates in PEM format.`);
}

function logKeysIn(file: string): readonly TrustedLogKey[] {
  const keys = existsSync(file) ? findTrustedKeys(readFileSync(file, 'utf8')) : undefined;
  return keys ?? fail(`${file} contains no log keys.`);
}

function listsIn(file: string): readonly Uint8Array[] {
  const lists = existsSync(file) ? readLists(readFileSync(file)) : [];
  return lists.length > 0 ? lists : fail(`${file} is not a certificate revocation list.`);
}

function hasInstallation({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'keys'));
}

/**
 * The current and earlier sealing roots of this installation. The root of a key outside DATA_DIR is given
 * with --trust-root.
 */
function ownRoots({ dataDir, sealEarlierRootsFile }: Config): Uint8Array[] {
  const files = [join(dataDir, 'keys', 'root.pem'), ...(sealEarlierRootsFile ? [sealEarlierRootsFile] : [])];
  return files.filter((file) => existsSync(file)).flatMap((file) => readRoots(readFileSync(file, 'utf8')));
}

async function run(database: Database): Promise<void> {
  await migrate(database.owner);
  await database.grant();
  const [pdf, jobs] = [openWorkerPool(), await openJobQueue(database)];
  const importing = {
    db: database.db,
    files: await openFileStore(config),
    pdf,
    docx: libreOfficeConverter({ program: config.sofficePath, hidden: [config.dataDir] }),
    jobs,
    config,
    now: Date.now(),
    webhookKey: deriveSecret(config.secretKey, 'webhook secret'),
    isTrial: options.isTrial,
    roots: options.roots,
    ownRoots: ownRoots(config),
    logKeys: options.logKeys,
    owner: options.owner,
    lists: [...options.lists, ...(await revocationLists(config.dataDir, Date.now()))],
  };
  try {
    report(await importAccount(importing, options.file, say));
  } finally {
    await jobs.stop();
    await pdf.close();
  }
}

function report(outcome: Outcome): void {
  const { accountId, already, sealed, sealedElsewhere, drafts, leftOut, notes } = outcome;
  reportFaults(outcome);
  if (outcome.faults.length > 0) return;
  if (already)
    return say(
      `The account ${accountId} already exists here. An owner who has not accepted it gets another email.`,
    );
  for (const note of notes) say(note);
  if (leftOut > 0)
    say('Documents and templates that were not imported are listed above. Everything else is unaffected.');
  say(
    `${sealed} sealed documents with their trail, ${sealedElsewhere} as files that were sealed elsewhere, ` +
      `${drafts} as drafts without signatures and history, ${leftOut} left out.`,
  );
  say(
    options.isTrial
      ? `The account ${accountId} could be imported. Nothing was changed.`
      : `The account ${accountId} was imported. Its owner gets an email to accept it.`,
  );
}

function reportFaults({ documents, events, files, seals, faults }: ExportVerdict): void {
  say(`${documents} documents, ${events} events, ${files} files and ${seals} seals were checked.`);
  for (const fault of faults) say(`FAULT: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else say('The archive has no errors.');
}
