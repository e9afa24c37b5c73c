// Shows or applies the encryption of stored files: `npm run files-key`, `npm run files-key -- apply`.
import { join } from 'node:path';
import { countByKey, encryptAll } from '#server/adapters/file-store/encrypt-all.ts';
import { masterKey } from '#server/adapters/file-store/encryption.ts';
import { openFileStore } from '#server/adapters/file-store/open-file-store.ts';
import { fail, readSettings, say } from './operator-command.ts';

const config = readSettings();
const { fileKeys } = config;
const [, , act] = process.argv;
if (act !== undefined && act !== 'apply') fail('Usage: npm run files-key, or npm run files-key -- apply.');
const files = await openFileStore(config);
await (act === 'apply' ? apply() : show()).catch((error: Error) => fail(error.message));

async function show(): Promise<void> {
  const counts = await countByKey(files);
  for (const [id, count] of counts)
    say(`${count} files ${id === '' ? 'not encrypted' : `under ${nameOf(id)}`}.`);
  if (counts.size === 0) say('There are no files yet.');
  say(
    fileKeys.current
      ? `New files are encrypted with ${nameOf(idOf(fileKeys.current))}.`
      : 'New files are not encrypted.',
  );
}

async function apply(): Promise<void> {
  const { done, kept, damaged } = await encryptAll(files, fileKeys, (so) => say(`${so} files.`));
  if (done + kept + damaged.length === 0) return printNothingFound();
  for (const name of damaged) say(`The file ${name} is damaged and was not changed.`);
  const how = fileKeys.current ? `encrypted with ${nameOf(idOf(fileKeys.current))}` : 'decrypted';
  say(`${done} files ${how}, ${kept} already were.`);
  if (damaged.length === 0 && fileKeys.previous.length > 0) say('FILES_KEY_PREVIOUS is no longer needed.');
  process.exitCode = damaged.length === 0 ? 0 : 1;
}

/** Without access to the server's files, the command must not report that a key is no longer needed. */
function printNothingFound(): void {
  const place = config.store ? `the bucket ${config.store.bucket}` : join(config.dataDir, 'files');
  say(
    `There are no files in ${place}. If the server has files, run this command with all settings of the server, including DATA_DIR or S3_BUCKET.`,
  );
  process.exitCode = 1;
}

function idOf(key: Buffer): string {
  return masterKey(key).id.toString('hex');
}

function nameOf(id: string): string {
  const known = fileKeys.current && id === idOf(fileKeys.current) ? 'FILES_KEY' : undefined;
  const before = fileKeys.previous.some((key) => id === idOf(key)) ? 'FILES_KEY_PREVIOUS' : undefined;
  return `the key ${id} (${known ?? before ?? 'which the settings do not name'})`;
}
