// An archive of an account looked at, or taken in: npm run import -- FILE, npm run import -- check FILE
import { openFileStore } from '#server/adapters/file-store/open-file-store.ts';
import { deriveSecret } from '#server/crypto/secret-key.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { checkExport, type ExportVerdict } from '#server/export/check-export.ts';
import { importAccount } from '#server/export/import-account.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const given = process.argv.slice(2);
const onlyCheck = given[0] === 'check';
const file = given.at(onlyCheck ? 1 : 0);
if (file === undefined) fail('Use: npm run import -- FILE, or npm run import -- check FILE.');
if (onlyCheck) report(await checkExport(file, say).catch((error: Error) => fail(error.message)));
else await takeIn(file);

async function takeIn(path: string): Promise<void> {
  const config = readSettings();
  await withDatabase(openDatabase, config, async (database) => {
    await migrate(database.owner);
    await database.grant();
    const files = await openFileStore(config);
    const webhookKey = deriveSecret(config.secretKey, 'webhook secret');
    const importing = { db: database.db, files, webhookKey, now: Date.now() };
    const { already, accountId, ...verdict } = await importAccount(importing, path, say);
    report(verdict);
    if (verdict.faults.length > 0) return;
    say(already ? `The account ${accountId} is here already.` : `The account ${accountId} was taken in.`);
  });
}

function report({ documents, events, files, seals, faults }: ExportVerdict): void {
  say(`${documents} documents, ${events} events, ${files} files and ${seals} seals were looked at.`);
  for (const fault of faults) say(`FAULT: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else say('Everything is what it was.');
}
