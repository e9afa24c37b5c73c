import type { AddDestinationBody, ChangeDestinationBody } from '#contract/messages/destinations.ts';
import type { AccountEventType } from '#core/account/event.ts';
import type { Place } from '#core/destination/kinds.ts';
import { MAX_DESTINATIONS } from '#core/destination/schedule.ts';
import { mustHaveBenefit } from '#core/plan/benefit.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { PutOutcome } from '../../ports/file-destinations.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { Owner } from '../../records/owner.ts';
import { lockPlan, lockPlanUsage } from '../../records/plan-store.ts';
import { addEarlier, retryMissing } from './delivery-store.ts';
import { keepHostKey, tryDestination } from './deliver-file.ts';
import type { DestinationsDeps } from './deps.ts';
import {
  findDestination,
  listDestinations,
  lockDestination,
  saveDestination,
  type Destination,
} from './destination-store.ts';
import { isOwnAddress } from './mail-file.ts';
import { createSigningSecret, sealDestinationSecret } from './secrets.ts';

export const noDestination = refuse('not-found', 'This account has no such destination.');

/** Creates an enabled destination. For an `https` destination, only this response contains the secret. */
export function addDestination(
  services: DestinationsDeps,
  owner: Owner,
  { secret: given, place, ...body }: AddDestinationBody,
): Promise<{ destination: Destination; secret: string | null } | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const plan = await lockPlan(tx, owner.accountId, services);
    const secret = secretOf(place, given);
    const refused = mustHaveBenefit(plan, 'api') ?? (await checkPlace(tx, services, owner, place));
    if (refused) return refused;
    if (secret === undefined) return noSecret;
    if ((await listDestinations(tx, owner.accountId)).length >= MAX_DESTINATIONS) return tooMany;
    const now = services.clock();
    const key = { accountId: owner.accountId, id: newId(now) };
    await tx
      .insertInto('file_destinations')
      .values({
        account_id: key.accountId,
        id: key.id,
        created_by: owner.userId,
        name: body.name,
        place,
        secret: sealDestinationSecret(services.destinationKey, key, secret),
        pattern: body.pattern,
        hours: body.window,
        next_try_at: new Date(now),
        created_at: new Date(now),
      })
      .execute();
    await record(tx, services, owner, 'destination_added', body.name);
    const destination = (await findDestination(tx, key))!;
    return { destination, secret: place.kind === 'https' ? secret : null };
  });
}

const tooMany = refuse(
  'too-many-destinations',
  `An account can have ${MAX_DESTINATIONS} destinations. Remove one you no longer need.`,
  { max: MAX_DESTINATIONS },
);
/** The server generates the signing secret of an `https` destination. Email destinations need no secret. */
function secretOf({ kind }: Place, given: string | undefined): string | undefined {
  if (kind === 'https') return createSigningSecret();
  return kind === 'email' ? '' : given;
}

const noSecret = refuse(
  'destination-without-secret',
  'Enter the password or key for this destination. Enter it again if you change the address or user.',
);

/** Turning a destination back on clears its failures and queues all missing files. */
export function changeDestination(
  services: DestinationsDeps,
  owner: Owner,
  id: string,
  body: ChangeDestinationBody,
): Promise<Destination | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const destination = await lockDestination(tx, { accountId: owner.accountId, id });
    if (!destination) return noDestination;
    const { on, secret, place = destination.place } = body;
    const refused =
      (on === false ? undefined : await missingPlan(tx, services, owner)) ??
      (body.place && (await checkPlace(tx, services, owner, place))) ??
      // The stored secret must never be sent to another server or for another user.
      (secret === undefined && isElsewhere(destination.place, place) ? noSecret : undefined);
    if (refused) return refused;
    if (place.kind !== destination.place.kind) return noDestination;
    const now = services.clock();
    const isNew = on === true || body.place !== undefined || secret !== undefined;
    await saveDestination(tx, destination, {
      place,
      name: body.name ?? destination.name,
      pattern: body.pattern ?? destination.pattern,
      ...(body.window !== undefined && { hours: body.window }),
      ...(secret !== undefined &&
        place.kind !== 'https' && {
          secret: sealDestinationSecret(services.destinationKey, destination, secret),
        }),
      ...(isNew && { ...unharmed, next_try_at: new Date(now) }),
      ...(on === true && { state: 'on', disabled_reason: null }),
      ...(on === false && { state: 'off', disabled_reason: 'member' }),
    });
    if (on === true) await retryMissing(tx, destination, now);
    await record(tx, services, owner, 'destination_changed', body.name ?? destination.name);
    return (await findDestination(tx, destination))!;
  });
}

const unharmed = { failures: 0, failing_since: null, problem: null, problem_detail: null, notified_at: null };

export function removeDestination(
  services: DestinationsDeps,
  owner: Owner,
  id: string,
): Promise<Refusal | undefined> {
  return inTransaction(services.db, async (tx) => {
    const destination = await lockDestination(tx, { accountId: owner.accountId, id });
    if (!destination) return noDestination;
    await tx
      .deleteFrom('file_destinations')
      .where('account_id', '=', owner.accountId)
      .where('id', '=', destination.id)
      .execute();
    await record(tx, services, owner, 'destination_removed', destination.name);
    return undefined;
  });
}

/** Connects outside any transaction, because a destination's server may take long. */
export async function testDestination(
  services: DestinationsDeps,
  { accountId }: Owner,
  id: string,
): Promise<PutOutcome | Refusal> {
  const destination = await findDestination(services.db, { accountId, id });
  if (!destination) return noDestination;
  const refused = await inTransaction(services.db, (tx) => missingPlan(tx, services, { accountId }));
  if (refused) return refused;
  const outcome = await tryDestination(services, destination);
  if ('problem' in outcome) return outcome;
  await inTransaction(services.db, (tx) => keepHostKey(tx, destination, outcome.hostKey));
  return outcome;
}

/** `since` is the start of a day in UTC. */
export function deliverEarlier(
  services: DestinationsDeps,
  { accountId }: Owner,
  id: string,
  since: string,
): Promise<number | Refusal> {
  return sending(services, { accountId, id }, (tx, destination) =>
    addEarlier(tx, destination, new Date(`${since}T00:00:00Z`), services.clock()),
  );
}

export function retryDestination(
  services: DestinationsDeps,
  { accountId }: Owner,
  id: string,
): Promise<number | Refusal> {
  return sending(services, { accountId, id }, async (tx, destination) => {
    const now = services.clock();
    await saveDestination(tx, destination, { next_try_at: new Date(now) });
    return retryMissing(tx, destination, now);
  });
}

function sending(
  services: DestinationsDeps,
  key: { accountId: string; id: string },
  act: (tx: Tx, destination: Destination) => Promise<number>,
): Promise<number | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const destination = await lockDestination(tx, key);
    if (!destination) return noDestination;
    return (await missingPlan(tx, services, key)) ?? act(tx, destination);
  });
}

async function missingPlan(
  tx: Tx,
  services: DestinationsDeps,
  { accountId }: { accountId: string },
): Promise<Refusal | undefined> {
  return mustHaveBenefit(await lockPlanUsage(tx, accountId, services), 'api');
}

async function checkPlace(
  tx: Tx,
  { destinations }: DestinationsDeps,
  { accountId }: Owner,
  place: Place,
): Promise<Refusal | undefined> {
  if (place.kind === 'email')
    return (await isOwnAddress(tx, accountId, place.address)) ? undefined : emailUnproven;
  const text = place.kind === 'sftp' ? place.host : place.kind === 's3' ? place.endpoint : place.url;
  return !/[\s\p{Cc}?#]/u.test(text) && destinations.takes(place) ? undefined : addressRefused;
}

const emailUnproven = refuse(
  'destination-email-unproven',
  'Files can be emailed to a member’s confirmed address, or to any address at a domain that your account has verified. Use such an address, or verify the domain under Settings.',
);
const addressRefused = refuse(
  'destination-address-refused',
  'We can’t deliver to this address. Use an address that starts with https://, or the host name of an SFTP server. It must be on the public internet or in a network that the operator allows, and use its usual port or a port from 1024 up.',
);

/** Returns true if the server or the user was changed. */
function isElsewhere(before: Place, now: Place): boolean {
  const signsIn = (place: Place): string => {
    if (place.kind === 'sftp') return `${place.host}:${place.port} ${place.user} ${place.hostKey ?? ''}`;
    if (place.kind === 's3') return `${place.endpoint} ${place.accessKeyId}`;
    return place.kind === 'webdav' ? `${place.url} ${place.user}` : '';
  };
  return signsIn(before) !== signsIn(now);
}

function record(
  tx: Tx,
  { clock }: DestinationsDeps,
  { accountId, userId, from }: Owner,
  type: AccountEventType,
  detail: string,
): Promise<void> {
  return recordAccountEvent(tx, accountId, { type, userId, ip: from?.ip, detail }, clock());
}
