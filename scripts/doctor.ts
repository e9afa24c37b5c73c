// Checks line by line whether an installation can work, and says how to fix it: `npm run doctor`.
import { lookup, resolveTxt } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { libreOfficeConverter } from '#server/adapters/docx/libreoffice.ts';
import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import { openFileStore } from '#server/adapters/file-store/open-file-store.ts';
import { mailProblemFix } from '#core/mail/mail-problem.ts';
import { signP256 } from '#pdf/sign/sign-deterministic.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { describeCertificate } from '#server/adapters/seal-key/describe-certificate.ts';
import { moveOffline } from '#server/adapters/seal-key/own-authority.ts';
import { openPkcs11 } from '#server/adapters/seal-key/pkcs11.ts';
import { openPkcs12 } from '#server/adapters/seal-key/pkcs12.ts';
import { readStoredRoot, sealFileOf } from '#server/adapters/seal-key/root-key-file.ts';
import { keptListEnds } from '#server/adapters/seal-key/withdrawn.ts';
import { isConfigProblem, loadConfig, type Config } from '#server/foundation/config/config.ts';
import { openSecondConnection, type Database } from '#server/foundation/db/database.ts';
import { isSecretKeyOf, otherKey } from '#server/foundation/db/secret-key-check.ts';
import { smtpPort } from '#server/foundation/config/smtp-settings.ts';
import { mailSender } from '#server/messages/mail/mail-sender.ts';
import { listEndsSoon } from '#server/evidence/record/known-keys.ts';
import {
  keyFitsCertificate,
  testInstallationSeal,
  wordsWithoutFont,
} from '#server/evidence/sealing/try-installation.ts';
import { isBackupOverdue, newestBackup } from '#server/operations/backup/last-backup.ts';
import type { SealKey, SealKeyProblem } from '#server/ports/seal-key.ts';
import { missingFontPackages } from './set-up/system-programs.mjs';

let wrong = 0;
const good = (what: string): void => void process.stdout.write(`ok    ${what}\n`);
const bad = (what: string, mend: string): void => {
  wrong += 1;
  process.stdout.write(`WRONG ${what}\n      ${mend}\n`);
};
const hint = (what: string): void => void process.stdout.write(`note  ${what}\n`);

/** The operator is warned if fewer bytes are free. */
const littleSpace = 2 * 1024 ** 3;

const config = loadConfig(process.env);
if (isConfigProblem(config)) {
  bad('Settings', config.problem);
  process.exit(78);
}
good('Settings are read.');
const looks: [what: string, look: (config: Config) => Promise<void>, mend: string][] = [
  ['Database', checkDatabaseConnection, 'Check DATABASE_URL and the permissions of DATA_DIR.'],
  ['Files', checkFileStore, 'Check the settings of the bucket, or the permissions of DATA_DIR/files.'],
  ['Disk', checkDisk, 'Create DATA_DIR and give the user of the server write access.'],
  ['Backup', lookAtBackup, 'Check the permissions of DATA_DIR.'],
  ['Seal key', checkKeyStatus, 'Give the user of the server read access.'],
  ['Seal', checkSealing, 'Install the packages of package-lock.json again (npm ci).'],
  ['Mail', checkMailServer, 'Check SMTP_URL and MAIL_FROM.'],
  ['Word files', checkWordConverter, 'Check SOFFICE_PATH.'],
  ['Plans', lookAtPlans, 'Check the STRIPE settings.'],
  ['Address', checkPublicAddress, 'Check PUBLIC_URL and the DNS record of its host.'],
];
for (const [what, look, mend] of looks)
  await look(config).catch((error: Error) => bad(`${what}: ${error.message || error.name}.`, mend));
process.stdout.write(wrong === 0 ? 'No problems found.\n' : `${wrong} to fix.\n`);
process.exit(wrong === 0 ? 0 : 1);

const restoreKey =
  'Set SECRET_KEY to the earlier value, or restore keys/secret in DATA_DIR from a backup. If it is lost, run npm run secret-key -- accept.';

/** False for a database that no server of this version has used yet. */
async function hasOtherSecretKey({ db, pool }: Database, secretKey: Buffer): Promise<boolean> {
  const { rows } = await pool.query("SELECT to_regclass('secret_key_check') AS name");
  const [row] = rows as { name: string | null }[];
  return row?.name !== null && !(await isSecretKeyOf(db, secretKey));
}

async function checkDatabaseConnection(settings: Config): Promise<void> {
  const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir, secretKey, secretKeyGiven } = settings;
  const database = await openSecondConnection({ databaseUrl, ownerUrl, dataDir });
  try {
    const { rows } = await database.pool.query<{ now: Date; version: string }>(
      "SELECT clock_timestamp() AS now, current_setting('server_version') AS version",
    );
    good(`Database: PostgreSQL ${rows[0]!.version}${databaseUrl ? '' : ', embedded'}.`);
    const apart = Math.abs(Date.now() - new Date(rows[0]!.now).getTime());
    if (await hasOtherSecretKey(database, secretKey))
      bad(`Secret key: ${otherKey({ secretKeyGiven })}`, restoreKey);
    if (apart < 5_000) good('Clock: this machine and the database agree.');
    else
      bad(
        `Clock: differs from that of the database by ${Math.round(apart / 1000)} seconds.`,
        'Let NTP set both clocks.',
      );
  } finally {
    await database.close();
  }
}

async function checkFileStore(settings: Config): Promise<void> {
  const files = await openFileStore(settings);
  const name = await files.put(new TextEncoder().encode('The file store can be written.\n'));
  await files.read(name);
  good(
    `Files: written and read in ${settings.store ? `the bucket ${settings.store.bucket}` : 'DATA_DIR/files'}.`,
  );
}

async function checkDisk({ dataDir }: Config): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const space = `${(free / 1024 ** 3).toFixed(1)} GB free in DATA_DIR.`;
  if (free >= littleSpace) good(`Disk: ${space}`);
  else bad(`Disk: ${space}`, 'Free up space: a full disk stops all uploads and signatures.');
}

/** Only one of several machines makes backups, so a missing backup alone is not a problem. */
async function lookAtBackup({ dataDir }: Config): Promise<void> {
  const at = await newestBackup(dataDir);
  if (at === undefined) return hint('Backup: none was made with this data folder yet.');
  const sentence = `Backup: the newest is from ${new Date(at).toISOString()}.`;
  if (isBackupOverdue(at, Date.now())) bad(sentence, 'Run the scheduled backup by hand to see why it fails.');
  else good(sentence);
}

/**
 * Does not create a key, because the key of a first start contains addresses that remain in its certificate
 * for years.
 */
async function checkKeyStatus({ sealP12, sealPkcs11, dataDir }: Config): Promise<void> {
  if (sealPkcs11) return await printKey(await openPkcs11(sealPkcs11, Date.now()));
  if (sealP12) return await printKey(await openPkcs12(sealP12, Date.now()));
  if (!existsSync(sealFileOf(dataDir)))
    return hint('Seal key: none yet. The first start creates one in DATA_DIR/keys.');
  const authority = await readStoredRoot(dataDir);
  const described = authority && describeCertificate(authority.certificate, 'self-issued');
  if (!described) return bad('Seal key: keys/seal.pem is damaged.', 'Restore it from a backup.');
  const { key, certificate: own, root, rootKey } = authority;
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => signP256(bytes, key);
  await printKeyMatch({ chain: [own, root], algorithm: 'ecdsa-p256-sha256', sign });
  printExpiry(described);
  if (rootKey) return hint(`Seal key: ${moveOffline}`);
  const [late] = listEndsSoon(await keptListEnds(dataDir), Date.now());
  if (late === undefined) good('Seal key: its revocation list is current.');
  else bad('Seal key: its revocation list is missing or expires soon.', late);
}

async function printKey(key: SealKey | SealKeyProblem): Promise<void> {
  if ('problem' in key) return bad('Seal key: it cannot be used.', key.problem);
  await printKeyMatch(key);
  printExpiry(key.describe());
}

async function printKeyMatch(key: Sealer): Promise<void> {
  if (await keyFitsCertificate(key)) good('Seal key: it matches its certificate.');
  else bad('Seal key: it does not match its certificate.', 'Restore both from the same backup.');
}

/** Uses a temporary key, because the installation's key never seals anything that was not signed. */
async function checkSealing(): Promise<void> {
  const wrong = await testInstallationSeal(openInProcessEngine(), Date.now());
  if (wrong === undefined) good('Seal: a test file was prepared, sealed and verified.');
  else bad(`Seal: ${wrong}`, 'Install the packages of package-lock.json again (npm ci).');
  const missing = await wordsWithoutFont(openInProcessEngine());
  if (missing.length === 0) good('Fonts: every script can be printed.');
  else bad(`Fonts: these cannot be printed: ${missing.join(', ')}.`, 'Restore the original pdf/fonts.');
}

function printExpiry({ notAfter, subject }: { notAfter: number; subject: string }): void {
  const days = Math.floor((notAfter - Date.now()) / 86_400_000);
  if (days > 30) good(`Seal key: ${subject}, valid for ${days} more days.`);
  else
    bad(
      `Seal key: ${subject} expires in ${days} days.`,
      'Get a new certificate before then. A self-issued one is renewed by a restart if its root key is available.',
    );
}

async function checkMailServer(settings: Config): Promise<void> {
  if (!settings.smtpUrl)
    return hint('Mail: written to DATA_DIR/outbox and not sent. Set SMTP_URL to send it.');
  const { openSmtp } = await import('#server/adapters/mailer/smtp.ts');
  const mailer = openSmtp(settings.smtpUrl, {
    requireTls: settings.smtpRequiresTls,
    oauth: settings.smtpOAuth,
  });
  const trouble = await mailer.findTrouble();
  await mailer.close();
  const server = `${new URL(settings.smtpUrl).hostname}, port ${smtpPort(settings.smtpUrl)}`;
  if (trouble) bad(`Mail: ${server}: ${trouble.words}.`, mailProblemFix(trouble.kind));
  else good(`Mail: ${server}: the mail server responds.`);
  await checkMailRecords(mailSender(settings).address.split('@')[1]!);
}

async function checkMailRecords(domain: string): Promise<void> {
  const answer = await resolveTxt(domain).catch(noRecords);
  if (answer === undefined)
    return hint(`Mail: no name server responds for ${domain}, so its SPF and DMARC records are not checked.`);
  const records = answer.map((parts) => parts.join(''));
  if (records.some((text) => text.startsWith('v=spf1'))) good(`Mail: ${domain} has an SPF record.`);
  else bad(`Mail: ${domain} has no SPF record.`, 'Add the TXT record from your mail provider.');
  const policy = await resolveTxt(`_dmarc.${domain}`).catch(() => []);
  if (policy.length > 0) good(`Mail: ${domain} has a DMARC record.`);
  else
    hint(
      `Mail: ${domain} has no DMARC record, which large providers require. Your mail server signs with DKIM: check it there.`,
    );
}

/** Returns an empty list if the domain has no records, and undefined if its name servers cannot be reached. */
function noRecords({ code }: NodeJS.ErrnoException): string[][] | undefined {
  return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
}

async function checkWordConverter({ sofficePath: program, dataDir }: Config): Promise<void> {
  if (await libreOfficeConverter({ program, hidden: [dataDir] }).available())
    good('Word files: can be converted.');
  else
    return hint(
      'Word files: refused, because LibreOffice is not installed. Install it, or set SOFFICE_PATH.',
    );
  const missing = missingFontPackages();
  if (missing.length === 0) good('Fonts for Word files: installed.');
  else
    bad(
      `Fonts for Word files: ${missing.join(', ')} not installed, so lines and pages break differently than in Word.`,
      `Install them: apt-get install ${missing.join(' ')}`,
    );
}

async function lookAtPlans({ stripe, paymentSandbox, plans }: Config): Promise<void> {
  if (plans === 'off') hint('Plans: off, so everything is unlimited and nothing is sold.');
  else if (paymentSandbox) hint('Plans: payments are simulated. Set the STRIPE settings to accept payments.');
  else if (stripe) good('Plans: sold through Stripe.');
}

async function checkPublicAddress({ publicUrl }: Config): Promise<void> {
  const { hostname, port, protocol } = new URL(publicUrl);
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname))
    bad(
      `Address: ${publicUrl} is not encrypted.`,
      'Use a proxy with TLS, and set PUBLIC_URL to its https:// address.',
    );
  const { address } = await lookup(hostname.replace(/^\[|\]$/g, ''));
  const reached = await new Promise<boolean>((resolve) => {
    const socket = connect({
      host: address,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: 5000,
    });
    const end = (yes: boolean) => () => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
  if (reached) good(`Address: ${publicUrl} responds.`);
  else
    hint(
      `Address: ${publicUrl} does not respond from this machine. Check that the server and the proxy are running.`,
    );
}
