// Manages the sealing key: `npm run seal-key [-- put-away FILE | renew | list | withdraw SERIAL --since TIME]
// [--root-key FILE]`.
import { parseArgs } from 'node:util';
import { X509Certificate } from 'node:crypto';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import {
  AuthorityProblem,
  exportRootKey,
  readAuthority,
  renewKey,
  renewList,
  withdrawKey,
} from '#server/adapters/seal-key/manage-authority.ts';
import { moveOffline } from '#server/adapters/seal-key/own-authority.ts';
import { keptListEnds, serialOf } from '#server/adapters/seal-key/withdrawn.ts';
import { isConfigProblem, loadConfig } from '#server/foundation/config/config.ts';
import { listEndsSoon } from '#server/evidence/record/known-keys.ts';
import { fail, say } from './operator-command.ts';

const usage =
  'Usage: npm run seal-key, npm run seal-key -- put-away FILE, npm run seal-key -- renew [--root-key FILE], npm run seal-key -- list --root-key FILE, or npm run seal-key -- withdraw SERIAL --since TIME [--root-key FILE].';
const config = loadConfig(process.env);
if (isConfigProblem(config)) fail(config.problem, 1);
const { dataDir, publicUrl } = config;
const input = read();
const now = Date.now();
const operator = {
  name: config.operatorName,
  country: config.operatorCountry,
  host: new URL(publicUrl).hostname,
  lists: `${publicUrl}${addressOf(aboutPaths.downloadCrl)}`,
  issuer: `${publicUrl}${addressOf(aboutPaths.downloadRootDer)}`,
};
const [act, what] = input.positionals;
try {
  if (act === undefined) await show();
  else if (act === 'put-away' && what !== undefined) {
    await exportRootKey(dataDir, what, now);
    say(
      `The root key is now in ${what} and no longer in DATA_DIR. Keep that file where the server cannot read it.`,
    );
  } else if (act === 'renew') {
    await renewKey(dataDir, now, { rootKeyFile: input.values['root-key'], operator });
    await show();
  } else if (act === 'list') {
    await renewList(dataDir, now, input.values['root-key']);
    await show();
  } else if (act === 'withdraw' && what !== undefined) {
    const since = Date.parse(input.values.since ?? '');
    await withdrawKey(
      dataDir,
      now,
      { serial: what, since },
      { rootKeyFile: input.values['root-key'], operator },
    );
    say(
      `Seals made with ${what} are trusted only if a timestamp authority proves an earlier time. The revocation list says so.`,
    );
  } else fail(usage, 1);
  // A new list needs no restart, because the server reads it on every request.
  if (act !== undefined && act !== 'list') say('Restart the server so that it uses the new files.');
} catch (error) {
  if (!(error instanceof AuthorityProblem || (error instanceof Error && 'syscall' in error))) throw error;
  fail(error.message, 1);
}

async function show(): Promise<void> {
  const { certificate, root, rootKey } = await readAuthority(dataDir);
  const leaf = new X509Certificate(certificate);
  say(`Seals as   ${leaf.subject.replaceAll('\n', ', ')}`);
  say(`Serial     ${serialOf(certificate)}`);
  say(`Until      ${leaf.validTo}`);
  say(`SHA-256    ${leaf.fingerprint256.replaceAll(':', '').toLowerCase()}`);
  say(`Root       ${new X509Certificate(root).fingerprint256.replaceAll(':', '').toLowerCase()}`);
  say(`Root key   ${rootKey ? 'here, in keys/root-key.pem' : 'kept elsewhere'}`);
  if (rootKey) return say(moveOffline);
  const ends = await keptListEnds(dataDir);
  say(`List       ${ends === 0 ? 'missing' : `until ${new Date(ends).toUTCString()}`}`);
  listEndsSoon(ends, now).forEach(say);
}

function read() {
  try {
    const options = { 'root-key': { type: 'string' }, since: { type: 'string' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch {
    return fail(usage, 1);
  }
}
