import type { Kysely } from 'kysely';
import { dict, name, ref } from '#pdf/objects/objects.ts';
import { writePdfFile } from '#pdf/objects/write-file.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { SealKey } from '../../ports/seal-key.ts';

/** Why the server does not start with this key, as a message for the operator. */
type KeyProblem = { problem: string };

/**
 * Checks whether this key may seal here. It must make a valid seal, and its root must be a known one or the
 * one whose fingerprint the operator configured. Records an accepted key and returns undefined.
 */
export async function checkSealKey(
  db: Kysely<Schema>,
  key: SealKey,
  { now, meantRoot }: { now: number; meantRoot: string | undefined },
): Promise<KeyProblem | undefined> {
  const [leaf, top] = [key.chain[0], key.chain.at(-1)];
  if (!leaf || !top) return { problem: 'The seal key has no certificate.' };
  const untrue = await tryToSeal(key, now);
  if (untrue !== undefined)
    return { problem: `The seal key does not make valid seals (${untrue}). Restore it from a backup.` };
  const root = sha256(top);
  const known = await db.selectFrom('seal_keys').select('root').distinct().execute();
  if (known.length > 0 && !known.some((one) => one.root === root) && meantRoot !== root)
    return {
      problem:
        `Documents were sealed here under another root than that of the current seal key (${root}): the key was lost or changed. ` +
        `Restore it from a backup (DATA_DIR/keys, or SEAL_P12_FILE). To seal under the new root from now on, set SEAL_NEW_ROOT to that fingerprint, and SEAL_EARLIER_ROOTS_FILE to the previous root unless a key under it was stolen.`,
    };
  const row = { certificate: sha256(leaf), root, subject: key.describe().subject, first_used: new Date(now) };
  await db
    .insertInto('seal_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('certificate').doNothing())
    .execute();
  return undefined;
}

/** Returns the trusted roots in DER: the current one, and earlier ones that the operator configured. */
export function trustedRoots({ chain, earlierRoots = [] }: SealKey): Uint8Array[] {
  return [...chain.slice(-1), ...earlierRoots];
}

/**
 * Seals and verifies a file with one empty page. Returns undefined if the seal is valid, otherwise the
 * reason.
 */
async function tryToSeal(key: SealKey, at: number): Promise<string | undefined> {
  const pdf = writePdfFile(
    new Map([
      [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
      [2, dict({ Type: name('Pages'), Count: 1, Kids: [ref(3)] })],
      [3, dict({ Type: name('Page'), Parent: ref(2), MediaBox: [0, 0, 100, 100], Resources: dict({}) })],
    ]),
    dict({ Root: ref(1) }),
  );
  try {
    const sealed = await sealPdf({ pdf, key, at, name: 'Countersign', reason: 'Check at startup' });
    const { verdict, problems } = await verifyPdf(sealed, { roots: key.chain.slice(-1) });
    return verdict === 'sealed-unchanged' ? undefined : [verdict, ...problems].join(', ');
  } catch (error) {
    return error instanceof Error ? error.message : 'no reason';
  }
}

/**
 * Milliseconds before the sealing certificate or its revocation list expires at which the operator is warned.
 */
const warnBeforeMs = 60 * 86_400_000;

/** Returns a warning for the operator for the certificate and the revocation list, if they expire soon. */
export async function endsSoon(key: SealKey, now: number): Promise<string[]> {
  const { notAfter } = key.describe();
  const listEnds = await key.listEnds?.();
  return [
    ...(notAfter - now > warnBeforeMs ? [] : [certificateEnds(key)]),
    ...(listEnds === undefined ? [] : listEndsSoon(listEnds, now)),
  ];
}

function certificateEnds({ describe, changedAtStart = false }: SealKey): string {
  const { notAfter, subject, level } = describe();
  const renew = changedAtStart
    ? 'Restart the server, which renews the key automatically.'
    : 'Renew it with npm run seal-key -- renew --root-key FILE, and restart the server.';
  const mend =
    level === 'self-issued'
      ? renew
      : 'Replace SEAL_P12_FILE with one that has a certificate of the same root, or also set SEAL_NEW_ROOT and SEAL_EARLIER_ROOTS_FILE.';
  return `The sealing certificate (${subject}) expires on ${dayOf(notAfter)}, and nothing is sealed after that. ${mend}`;
}

/**
 * Returns a warning if the revocation list, which the offline root key issued, is missing or expires soon.
 */
export function listEndsSoon(ends: number, now: number): string[] {
  if (ends - now > warnBeforeMs) return [];
  const when = ends === 0 ? 'is missing' : `expires on ${dayOf(ends)}`;
  return [
    `The list of revoked certificates ${when}. Without it, no long-term validation data can be added to sealed ` +
      `files (B-LTA). Renew it with npm run seal-key -- list --root-key FILE`,
  ];
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
