import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { IdentityMailFacts } from './identity-mail-store.ts';
import type { Identity } from './identities.ts';
import { saveChallenge, redeemChallenge } from './passkey-challenges.ts';
import { actAndNotify, type ProviderParts } from './notify-owner.ts';

/**
 * A WebAuthn Level 3 credential that signs its owner in without a password, because it proves both possession
 * and user verification.
 */
export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

export const MAX_PASSKEYS = 20;

/** Loaded on first use, because the library is large. */
const webAuthn = () => import('@simplewebauthn/server');

export async function listPasskeys(db: Kysely<Schema>, identityId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('identity_passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('identity_id', '=', identityId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * Returns the options for creating a passkey in a browser.
 *
 * @param at the page's origin, to which the passkey is bound, and the name of the service
 */
export async function beginPasskey(
  services: ProviderParts,
  { id, email, firstName, lastName }: Identity,
  { origin, serviceName }: { origin: string; serviceName: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(services.db, id);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: serviceName,
    rpID: new URL(origin).hostname,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`.trim() || email,
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await saveChallenge(services, `add ${id}`, options.challenge);
  return options;
}

/**
 * Returns undefined if the response does not match the challenge or the origin, or the passkey already
 * exists.
 */
export async function addPasskey(
  services: ProviderParts,
  identityId: string,
  added: { name: string; response: RegistrationResponseJSON; origin: string; facts: IdentityMailFacts },
): Promise<Passkey | undefined> {
  const expectedChallenge = await redeemChallenge(services, `add ${identityId}`);
  if (expectedChallenge === undefined) return undefined;
  const { response, origin, name } = added;
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const createdAt = new Date(services.clock());
  const facts = { ...added.facts, passkey: name };
  return actAndNotify(services, { identityId, kind: 'passkey-added', facts }, async (tx) => {
    const saved = await tx
      .insertInto('identity_passkeys')
      .values({
        identity_id: identityId,
        id: credential.id,
        name,
        created_at: createdAt,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        backed_up: credentialBackedUp,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (saved.numInsertedOrUpdatedRows === 0n) return undefined;
    return { id: credential.id, name, createdAt, lastUsedAt: null };
  });
}

export async function renamePasskey(
  db: Kysely<Schema>,
  identityId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .updateTable('identity_passkeys')
    .set({ name })
    .where('identity_id', '=', identityId)
    .where('id', '=', id)
    .executeTakeFirst();
  return renamed.numUpdatedRows === 1n;
}

/** Returns false if the passkey does not exist. */
export async function removePasskey(
  services: ProviderParts,
  identityId: string,
  id: string,
  where: IdentityMailFacts,
): Promise<boolean> {
  const passkey = (await listPasskeys(services.db, identityId)).find((known) => known.id === id);
  if (!passkey) return false;
  const facts = { ...where, passkey: passkey.name };
  const gone = await actAndNotify(services, { identityId, kind: 'passkey-removed', facts }, async (tx) => {
    const deleted = await tx
      .deleteFrom('identity_passkeys')
      .where('identity_id', '=', identityId)
      .where('id', '=', id)
      .executeTakeFirst();
    return deleted.numDeletedRows === 1n ? true : undefined;
  });
  return gone === true;
}

/**
 * Returns the options for signing in with a passkey, which itself identifies the person. `attempt` is the id
 * of this sign-in.
 */
export async function requestPasskey(
  services: ProviderParts,
  attempt: string,
  origin: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    userVerification: 'required',
  });
  await saveChallenge(services, `sign in ${attempt}`, options.challenge);
  return options;
}

/**
 * Returns the person whose passkey responded; undefined if the passkey is unknown, belongs to another origin,
 * or the response is a replay.
 */
export async function personOfPasskey(
  services: ProviderParts,
  attempt: string,
  { response, origin }: { response: AuthenticationResponseJSON; origin: string },
): Promise<string | undefined> {
  const expectedChallenge = await redeemChallenge(services, `sign in ${attempt}`);
  if (expectedChallenge === undefined) return undefined;
  const { db, clock } = services;
  const row = await db
    .selectFrom('identity_passkeys')
    .selectAll()
    .where('id', '=', response.id)
    .executeTakeFirst();
  if (!row || !isOwner(row.identity_id, response)) return undefined;
  const credential: WebAuthnCredential = {
    id: row.id,
    publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    counter: row.counter,
  };
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response,
    credential,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  await db
    .updateTable('identity_passkeys')
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: new Date(clock()) })
    .where('identity_id', '=', row.identity_id)
    .where('id', '=', row.id)
    .execute();
  return row.identity_id;
}

/** A passkey created here contains its owner's id, so a response with a different id is forged. */
function isOwner(identityId: string, { response }: AuthenticationResponseJSON): boolean {
  return Buffer.from(response.userHandle ?? '', 'base64url').toString() === identityId;
}
