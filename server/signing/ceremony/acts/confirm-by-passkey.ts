import { createPublicKey } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { checkCeremony } from '#core/ceremony/checks.ts';
import { baseStated } from '#core/document/agreement.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { PasskeyConfirmation, PasskeyQuestion } from '#contract/signing/ceremony.ts';
import type { Tx } from '../../../foundation/db/transaction.ts';
import { statedAgreement, type AgreementStated } from '../../../records/trail/agreement-store.ts';
import type { NewEvent } from '../../../records/trail/append-event.ts';
import type { CeremonyDeps } from '../deps.ts';
import type { Ceremony, Visitor } from '../ceremony.ts';
import { asOpenDocument, openCeremony, personalOf, viaOf, type Visit } from '../open-link.ts';
import { challengeOf, isOurNonce, createNonce, passkeyUserId, type PasskeySubject } from './passkey-nonce.ts';
import { listSignerPasskeys, recordSignerPasskey, type SignerPasskey } from '../signer-passkey-store.ts';

/** ES256 and RS256, which all devices support and which common tools can verify. */
const algorithms = [-7, -257];

/** Returns the WebAuthn options for confirming this signature with a passkey. Stores nothing. */
export async function startPasskeyConfirmation(
  services: CeremonyDeps,
  visit: Visit,
  origin: string,
): Promise<PasskeyQuestion | Refusal> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient } = ceremony;
  const now = services.clock();
  const closed = checkCeremony('decline', { document: asOpenDocument(whole), recipient, now });
  if (closed) return closed;
  if (recipient.passkey === 'none') return refused;
  const { accountId } = visit;
  const { email, name } = recipient;
  const agreement = await statedAgreement(services.db, whole);
  if (isRefusal(agreement)) return agreement;
  const subject = subjectOf(ceremony, agreement);
  const nonce = createNonce(services.linkKey, subject, now);
  const known = await listSignerPasskeys(services.db, { accountId, email });
  return {
    nonce,
    challenge: challengeOf(subject, nonce),
    rpId: new URL(origin).hostname,
    user: {
      id: passkeyUserId(services.linkKey, accountId, email || recipient.id),
      name: email || name,
      displayName: name.trim() || email,
    },
    known: known.map(({ id, transports }) => ({ id, transports })),
  };
}

/**
 * Verifies the passkey's confirmation. Returns it as an event that contains everything third parties need to
 * verify it again (docs/evidence.md). Runs under the document lock and in the signature's transaction, so
 * that a failed confirmation leaves nothing behind.
 */
export async function confirmByPasskey(
  tx: Tx,
  { linkKey, clock }: Pick<CeremonyDeps, 'linkKey' | 'clock'>,
  ceremony: Ceremony & { agreement: AgreementStated },
  confirmation: PasskeyConfirmation,
  visitor: Visitor,
): Promise<NewEvent | Refusal> {
  const { owner, recipient, whole } = ceremony;
  const now = clock();
  const mailbox = { accountId: owner.accountId, email: recipient.email };
  const subject = subjectOf(ceremony, ceremony.agreement);
  const { nonce, registration } = confirmation;
  if (!isOurNonce(linkKey, subject, nonce, now)) return refused;
  const expected = {
    expectedChallenge: challengeOf(subject, nonce),
    expectedOrigin: visitor.origin,
    expectedRPID: new URL(visitor.origin).hostname,
    requireUserVerification: true,
  };
  const made =
    registration && (await verifyNew(registration as unknown as RegistrationResponseJSON, expected, now));
  const assertion = confirmation.assertion as unknown as AuthenticationResponseJSON;
  const known = registration
    ? made
    : (await listSignerPasskeys(tx, mailbox)).find(({ id }) => id === assertion.id);
  if (!known || known.id !== assertion.id) return refused;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    response: assertion,
    credential: known,
    ...expected,
  }).catch(() => undefined);
  const publicKey = await publicKeyOf(known);
  if (!verified?.verified || !publicKey) return refused;
  // A new passkey created on the sender's device is not stored, because it does not prove access to the
  // mailbox.
  const keeps = owner.via === 'mail' || !made;
  const used = { ...known, counter: verified.authenticationInfo.newCounter };
  if (keeps && !(await recordSignerPasskey(tx, mailbox, used, now))) return refused;
  const { clientDataJSON, authenticatorData, signature } = assertion.response;
  return {
    type: 'passkey_confirmed',
    actor: { kind: 'recipient', id: recipient.id },
    data: {
      ...baseStated(whole.document),
      agreementSha256: subject.agreementSha256,
      nonce,
      rpId: expected.expectedRPID,
      madeAt: known.createdAt.toISOString(),
      made: made !== undefined && made !== null,
      ...viaOf(owner),
    },
    personal: {
      ...personalOf(recipient, visitor),
      credentialId: known.id,
      publicKey,
      clientDataJSON,
      authenticatorData,
      signature,
    },
  };
}

const refused = refuse(
  'passkey-refused',
  'The passkey was not accepted. Try again or create a new passkey on this device.',
);

function subjectOf({ recipient, whole }: Ceremony, agreement: AgreementStated): PasskeySubject {
  return {
    baseSha256: baseStated(whole.document).baseSha256 ?? '',
    agreementSha256: agreement.data.agreementSha256,
    recipientId: recipient.id,
    email: recipient.email,
  };
}

type Expected = {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
};

/** Verifies a passkey that was created for this challenge. Returns undefined if it is invalid. */
async function verifyNew(
  response: RegistrationResponseJSON,
  expected: Expected,
  now: number,
): Promise<SignerPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response,
    ...expected,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  return { id, publicKey, counter, transports: transports ?? [], createdAt: new Date(now) };
}

/** Converts a COSE key (RFC 9053) to a SubjectPublicKeyInfo in base64url, which common tools can read. */
async function publicKeyOf({ publicKey }: SignerPasskey): Promise<string | undefined> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(publicKey);
  const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64url');
  const jwk = cose.isCOSEPublicKeyEC2(key)
    ? { kty: 'EC', crv: 'P-256', x: text(key.get(cose.COSEKEYS.x)), y: text(key.get(cose.COSEKEYS.y)) }
    : cose.isCOSEPublicKeyRSA(key)
      ? { kty: 'RSA', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) }
      : undefined;
  if (!jwk) return undefined;
  return createPublicKey({ key: jwk, format: 'jwk' })
    .export({ type: 'spki', format: 'der' })
    .toString('base64url');
}
