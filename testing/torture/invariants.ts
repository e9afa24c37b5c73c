import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { diskFileStore } from '#server/adapters/file-store/disk.ts';
import { openDatabase } from '#server/foundation/db/database.ts';
import { verifyDatabase } from '#server/evidence/verification/verify-database.ts';
import { checkEntry, checkSealed, sealingState } from '../crash/check-ledger.ts';
import { sendRequest, ServerGone, type Entry } from '../crash/ledger.ts';
import { runStatement } from '../postgres.ts';
import { ada, signUp } from '../sign-up.ts';
import type { Game } from './game.ts';

/** Number of newest documents checked after each fault. At the end, all documents are checked. */
const newest = 4;
/** Number of documents checked concurrently at the end. */
const together = 6;
/** A problem that lasts longer than this (ms) counts. A shorter one may be temporary. */
const patience = 120_000;
/** Maximum time for sealing everything that is waiting to be sealed. */
const maxDrainMs = 240_000;
/**
 * Maximum time for all emails and webhooks. If a delivery's record was lost, and the receiver was down at the
 * second attempt, there is a third attempt after five and a half minutes.
 */
const maxWaitMs = 420_000;

/** I5, I2, I6 for single documents: every acknowledged fact still exists. */
export async function checkNow(game: Game): Promise<string[]> {
  const some = game.ledger.entries.slice(-newest).map((entry) => structuredClone(entry));
  const found: string[] = [];
  for (const entry of some) found.push(...(await untilRight(() => checkEntry(game.server.baseUrl, entry))));
  return found;
}

async function untilRight(check: () => Promise<string[]>): Promise<string[]> {
  for (const latest = Date.now() + patience; ; await pause(250)) {
    const wrong = await check().catch((error: unknown) => [String(error)]);
    if (wrong.length === 0 || Date.now() > latest) return wrong;
  }
}

/** I6: the log never shrinks. */
export function watchLog(game: Game): () => Promise<string[]> {
  let before = 0;
  return async () => {
    const rows = await runStatement<{ size: string | null }>(
      game.databaseUrl(),
      'SELECT max(size)::text AS size FROM log_heads',
    ).catch(() => []);
    const size = Number(rows[0]?.size ?? before);
    const wrong = size < before ? [`the log has shrunk from ${before} to ${size}`] : [];
    before = size;
    return wrong;
  };
}

export async function checkFinalState(game: Game, met: Record<string, number>): Promise<string[]> {
  const { server, ledger, outside, dataDir } = game;
  if (!server.runs()) await game.restart();
  await signInAgain(game);
  const found = [...(await drain(game)), ...(await nothingWaits(game))];
  const root = new X509Certificate(await readFile(join(dataDir, 'keys/root.pem'), 'utf8')).raw;
  const checkWhole = async (entry: Entry): Promise<void> => {
    found.push(...(await untilRight(() => checkEntry(server.baseUrl, entry))));
    if (entry.sealedSha256)
      found.push(...(await checkSealed(server.baseUrl, entry, { root, mails: outside.mails })));
  };
  for (let at = 0; at < ledger.entries.length; at += together)
    await Promise.all(ledger.entries.slice(at, at + together).map(checkWhole));
  found.push(...secretsIn(server.said.join(''), ledger.entries, await outside.mails()));
  const killed = (met['kill -9 at a step'] ?? 0) + (met['kill -9 at any moment'] ?? 0);
  const excused =
    (killed + (met['paused past the lease'] ?? 0) + (met['no answer'] ?? 0) * 3) * 4 + game.mailsLost;
  if (outside.repeated() > excused) found.push(`${outside.repeated()} mails came twice`);
  found.push(...(await lookThrough(game)));
  return found;
}

/** A run may last longer than an unused session (S-03), so signed-out clients sign in again. */
async function signInAgain({ server, proxy, ledger }: Game): Promise<void> {
  for (const [owner, entries] of Map.groupBy(ledger.entries, (entry) => entry.owner)) {
    const headers = { cookie: entries[0]!.cookie };
    const { status } = await sendRequest(server.baseUrl, '/api/auth/user', { headers });
    if (status !== 401) continue;
    const cookie = await signUp(proxy.baseUrl, { ...ada, email: owner });
    for (const entry of entries) entry.cookie = cookie;
  }
}

/** I9: every fully signed document is sealed automatically. */
async function drain({ server, ledger }: Game): Promise<string[]> {
  const waiting = new Set(ledger.entries.filter(({ sealedSha256 }) => sealedSha256 === undefined));
  for (const latest = Date.now() + maxDrainMs; waiting.size > 0 && Date.now() < latest; await pause(200))
    for (const entry of waiting) {
      const state = await sealingState(server.baseUrl, entry).catch((error: unknown) => {
        if (error instanceof ServerGone) return 'sealing' as const;
        throw error;
      });
      if (state === 'sealing') continue;
      waiting.delete(entry);
      if (state !== 'open') entry.sealedSha256 = state.sealedSha256;
    }
  return [...waiting].map(({ id }) => `document ${id} is not sealed after ${maxDrainMs / 1000} seconds`);
}

/**
 * I4, I9: every email and webhook was sent, and no job was given up. There are two exceptions. If the
 * delivery of an invitation was not recorded before a crash, it is not sent again once its document has
 * ended. Recipients without an email about a document are not notified of its end.
 */
async function nothingWaits(game: Game): Promise<string[]> {
  const ask = `SELECT 'mails that were not handed over' AS what, count(*) FROM mails AS m
     JOIN documents AS d ON d.account_id = m.account_id AND d.id = m.document_id
    WHERE m.state NOT IN ('accepted', 'blocked') AND NOT (m.kind IN ('invitation', 'reminder', 'expiring', 'code') AND d.status <> 'sent')
      AND NOT (m.kind IN ('voided', 'declined', 'expired') AND m.recipient_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM mails AS ask WHERE ask.account_id = m.account_id AND ask.document_id = m.document_id
          AND ask.kind IN ('invitation', 'reminder', 'expiring') AND lower(ask.to_address) = lower(m.to_address)
          AND ask.accepted_at IS NOT NULL))
    UNION ALL SELECT format('webhooks that were not delivered (%s after %s tries)', state, tries), count(*)
      FROM webhook_deliveries WHERE state <> 'delivered' GROUP BY state, tries
    UNION ALL SELECT 'jobs that were given up', count(*) FROM pgboss.job WHERE name = 'failed-jobs'`;
  // An attempt that was postponed while the clock was ahead is waiting for that time, so this makes it due
  // now.
  const itIsLater = `UPDATE webhook_deliveries SET next_try_at = now() WHERE state = 'waiting' AND next_try_at > now() + interval '6 minutes'`;
  for (const latest = Date.now() + maxWaitMs; ; await pause(500)) {
    await runStatement(game.databaseUrl(), itIsLater);
    const rows = await runStatement<{ what: string; count: string }>(game.databaseUrl(), ask);
    const wrong = rows.filter(({ count }) => Number(count) > 0).map(({ what, count }) => `${count} ${what}`);
    if (wrong.length === 0 || Date.now() > latest) return wrong;
  }
}

/** I8: the server's output contains no credentials and no addresses. */
function secretsIn(
  said: string,
  entries: readonly Entry[],
  mails: readonly { token: string | undefined }[],
): string[] {
  const secrets = [
    ada.password,
    ...mails.flatMap(({ token }) => token ?? []),
    ...entries.flatMap(({ cookie, emails, owner }) => [cookie.replace(/^[^=]*=/, ''), ...emails, owner]),
  ];
  return secrets
    .filter((secret) => said.includes(secret))
    .map((secret) => `the log says ${secret.slice(0, 12)}…`);
}

/**
 * I3, I6, I7: every chain, hash and seal is valid, so is the log over all of them, and every file to which a
 * row refers exists.
 */
async function lookThrough(game: Game): Promise<string[]> {
  await game.server.stop();
  // After the server has ended, no one can connect to the embedded database.
  const databaseUrl = game.databaseUrl() || undefined;
  const database = await openDatabase({ databaseUrl, dataDir: game.dataDir });
  try {
    const found: string[] = [];
    const files = diskFileStore(join(game.dataDir, 'files'));
    await verifyDatabase({ db: database.db, files }, (sentence) => found.push(sentence));
    return found;
  } finally {
    await database.close();
  }
}
