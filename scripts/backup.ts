// Backs up a whole installation while it runs: `npm run backup -- FOLDER`. `npm run backup -- check FOLDER`
// checks a backup.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openFileStore, openFolderStore } from '#server/adapters/file-store/open-file-store.ts';
import { createBackup } from '#server/operations/backup/make-backup.ts';
import { checkBackup, checkCopies } from '#server/operations/backup/restore.ts';
import { fileKeysIn, type FileKeys } from '#server/foundation/config/store-settings.ts';
import { openSecondConnection } from '#server/foundation/db/database.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const options = process.argv.slice(2);
const onlyCheck = options[0] === 'check';
const named = options.at(onlyCheck ? 1 : 0);
if (named === undefined) fail('Usage: npm run backup -- FOLDER, or npm run backup -- check FOLDER.');
const folder = resolve(named);
const keys = readKeys();
const copies = openFolderStore(folder, keys);
await (onlyCheck ? check() : backUp()).catch((error: Error) => fail(error.message));

function readKeys(): FileKeys {
  const keys = fileKeysIn(process.env);
  return 'problem' in keys ? fail(keys.problem) : keys;
}

async function backUp(): Promise<void> {
  const config = readSettings();
  const { dataDir, secretKey, sealP12, sealPkcs11 } = config;
  await withDatabase(openSecondConnection, config, async (database) => {
    const files = await openFileStore(config);
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const backup = await createBackup(folder, {
      database,
      files,
      copies,
      dataDir,
      secretKey,
      version,
      say,
      ownSeal: !sealP12 && !sealPkcs11,
    });
    for (const name of backup.damaged)
      say(`The file ${name} is missing or was changed, and is not in the backup.`);
    if (!backup.others.some(({ path }) => path === 'keys/secret'))
      say(
        'SECRET_KEY is a setting and is not in the backup. Keep its value with the backup, but not on the same disk: ' +
          'the restored server does not start without it.',
      );
    if (keys.current)
      say('FILES_KEY is not in the backup, and its files are encrypted with it. Store it separately.');
    if (sealP12) say('SEAL_P12_FILE and its password are not in the backup. Store them separately.');
    say(
      `The backup of ${backup.at} is complete in ${folder}. It contains keys: store it where only you can read it.`,
    );
    process.exitCode = backup.damaged.length > 0 ? 1 : 0;
  });
}

async function check(): Promise<void> {
  const manifest = await checkBackup(folder);
  const wrong = await checkCopies(folder, manifest, { copies, say });
  say(
    `The backup of ${manifest.at}: ${manifest.files.count} files, ${wrong === 0 ? 'all intact' : `${wrong} damaged`}.`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}
