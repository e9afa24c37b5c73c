import type { AccountEventType } from '#core/account/event.ts';
import { isOfFile, type DeliveryProblem } from '#core/destination/kinds.ts';
import {
  MAX_FAILING_MS,
  NOTIFY_AFTER_MS,
  NOTIFY_AGAIN_MS,
  waitAfterFailure,
} from '#core/destination/schedule.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { mailManagers } from '../../accounts/identity-provider/mail-managers.ts';
import type { PutOutcome } from '../../ports/file-destinations.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { lockEvenInBin } from '../../records/document-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { DestinationsDeps } from './deps.ts';
import { giveUpMissing, saveDeliveryResult, type FileDelivery } from './delivery-store.ts';
import { mailFile } from './mail-file.ts';
import { findDestination, lockDestination, saveDestination, type Destination } from './destination-store.ts';
import { prepareFile, type PreparedFile } from './prepare-file.ts';
import { openDestinationSecret, signedFileHeaders } from './secrets.ts';

/**
 * Delivers a claimed file and records the result. After a crash in between, the file is delivered again under
 * the same path. Returns true if the destination can take another file now.
 */
export async function deliverFile(
  services: DestinationsDeps,
  delivery: FileDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = services;
  const key = { accountId: delivery.accountId, id: delivery.destinationId };
  const destination = await findDestination(db, key);
  if (destination?.disabledReason !== null) return false;
  const file = await prepareFile(services, destination, delivery);
  const outcome = 'problem' in file ? file : await put(services, destination, file, delivery, signal);
  // The server is stopping and the result is unknown. The file is due again when the claim expires.
  if (signal.aborted && 'problem' in outcome) return false;
  if ('problem' in outcome) return noteFailure(services, destination, delivery, outcome);
  await inTransaction(db, (tx) =>
    noteDelivered(tx, services, destination, delivery, file as PreparedFile, outcome),
  );
  return true;
}

type Failed = Extract<PutOutcome, { problem: DeliveryProblem }>;
type Stored = Exclude<PutOutcome, Failed>;

async function put(
  services: DestinationsDeps,
  destination: Destination,
  file: PreparedFile & { mediaType?: string },
  { documentId, part }: Pick<FileDelivery, 'documentId' | 'part'>,
  signal: AbortSignal,
): Promise<PutOutcome> {
  const { place } = destination;
  const { title, mediaType = 'application/pdf', ...stored } = file;
  if (place.kind === 'email') return mailFile(services, destination, place, { ...stored, mediaType, title });
  const secret = openDestinationSecret(services.destinationKey, destination, destination.secret);
  if (secret === undefined) return { problem: 'secret-unreadable' };
  // All attempts use the same id, so that a receiver detects repetitions.
  const id = [destination.id, documentId, ...(part === '' ? [] : [part])].join('.');
  const headers = place.kind === 'https' ? signedFileHeaders(secret, id, file.bytes, services.clock()) : {};
  return services.destinations.put(place, secret, { ...stored, mediaType, headers }, signal);
}

/** Stores a small text file at the destination as a test. Records only the host key of a first connection. */
export function tryDestination(services: DestinationsDeps, destination: Destination): Promise<PutOutcome> {
  const bytes = Buffer.from('Countersign stores the files of completed documents here.\n');
  const [title, path] = ['Test', 'countersign-test.txt'];
  const file = { title, path, bytes, sha256: sha256(bytes), mediaType: 'text/plain' };
  return put(services, destination, file, { documentId: 'test', part: '' }, AbortSignal.timeout(30_000));
}

async function noteDelivered(
  tx: Tx,
  services: DestinationsDeps,
  destination: Destination,
  delivery: FileDelivery,
  { bytes, sha256: fileSha256 }: PreparedFile,
  { confirmed, hostKey }: Stored,
): Promise<void> {
  const now = services.clock();
  const { accountId, documentId } = delivery;
  if (!(await lockEvenInBin(tx, accountId, documentId))) return;
  const delivered = { state: 'delivered', delivered_at: new Date(now), file_sha256: fileSha256 };
  const cleared = { problem: null, problem_detail: null, failures: 0, failing_since: null };
  if (!(await saveDeliveryResult(tx, delivery, { ...delivered, ...cleared }))) return;
  await appendEvents(tx, { accountId, documentId }, now, [
    {
      type: 'copy_delivered',
      actor: { kind: 'system', id: null },
      data: {
        destinationId: destination.id,
        kind: destination.place.kind,
        fileSha256,
        bytes: bytes.length,
        confirmed,
      },
    },
  ]);
  await saveDestination(tx, destination, { ...cleared, next_try_at: new Date(now), notified_at: null });
  await keepHostKey(tx, destination, hostKey);
}

/** Stores the host key of the first connection. Later connections must present the same key. */
export async function keepHostKey(tx: Tx, { place, ...key }: Destination, hostKey: string | undefined) {
  if (hostKey === undefined || place.kind !== 'sftp' || place.hostKey !== null) return;
  await saveDestination(tx, key, { place: { ...place, hostKey } });
}

/**
 * Schedules the next attempt for this file or for all files. After a day of failures, notifies the managers.
 */
async function noteFailure(
  services: DestinationsDeps,
  { accountId, id }: Destination,
  delivery: FileDelivery,
  { problem, detail }: Failed,
): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock();
    const destination = await lockDestination(tx, { accountId, id });
    if (destination?.disabledReason !== null) return false;
    const reason = { problem, problem_detail: detail ?? null };
    const ofFile = isOfFile(problem);
    const since = (ofFile ? delivery.failingSince : destination.failingSince) ?? new Date(now);
    const failures = (ofFile ? delivery.failures : destination.failures) + 1;
    const next = new Date(now + waitAfterFailure(failures, Math.random()));
    const isOver = now - since.getTime() >= MAX_FAILING_MS;
    const ours = await saveDeliveryResult(tx, delivery, {
      ...reason,
      ...(ofFile && { failures, failing_since: since, state: isOver ? 'failed' : 'waiting' }),
      // The destination specified when to try again.
      next_try_at: ofFile ? next : new Date(now),
    });
    if (!ours || ofFile) return ours;
    await saveDestination(tx, destination, { ...reason, failures, failing_since: since, next_try_at: next });
    const failing = { ...destination, failingSince: since };
    if (isOver) await turnOff(tx, services, failing);
    else await notifyOfFailures(tx, services, failing, now);
    return false;
  });
}

async function turnOff(tx: Tx, services: DestinationsDeps, destination: Destination): Promise<void> {
  await saveDestination(tx, destination, { state: 'off', disabled_reason: 'failing' });
  await giveUpMissing(tx, destination);
  const event = { type: 'destination_disabled' as AccountEventType, detail: destination.name };
  await recordAccountEvent(tx, destination.accountId, event, services.clock());
  await mailManagers(tx, services, destination.accountId, {
    kind: 'destination-off',
    facts: { endpoint: destination.name },
  });
}

async function notifyOfFailures(
  tx: Tx,
  services: DestinationsDeps,
  destination: Destination & { failingSince: Date },
  now: number,
): Promise<void> {
  const { notifiedAt, failingSince, accountId, name } = destination;
  if (now - failingSince.getTime() < NOTIFY_AFTER_MS) return;
  if (notifiedAt && now - notifiedAt.getTime() < NOTIFY_AGAIN_MS) return;
  await saveDestination(tx, destination, { notified_at: new Date(now) });
  await mailManagers(tx, services, accountId, { kind: 'destination-failing', facts: { endpoint: name } });
}
