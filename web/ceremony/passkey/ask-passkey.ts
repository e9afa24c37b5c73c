import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import type { PasskeyConfirmation, PasskeyQuestion } from '#contract/signing/ceremony.ts';
import { productName } from '../../kit/product-name.ts';

/** A passkey that was created for a challenge and has not signed it yet. */
export type Made = { question: PasskeyQuestion; registration: RegistrationResponseJSON };

/** ES256 and RS256, which the server and later verifiers can check. */
const algorithms = [-7, -257];

/** Creates a passkey with the system's dialog; rejects if it is canceled. */
export async function makePasskey(question: PasskeyQuestion): Promise<Made> {
  const registration = await startRegistration({
    optionsJSON: {
      rp: { id: question.rpId, name: productName() },
      user: question.user,
      challenge: question.challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    },
  });
  return { question, registration };
}

/** Asks for a passkey's signature on the challenge, either from the one just created or from a known one. */
export async function answerWith(
  question: PasskeyQuestion,
  registration: RegistrationResponseJSON | null,
): Promise<PasskeyConfirmation> {
  const known = registration
    ? [{ id: registration.id, transports: registration.response.transports ?? [] }]
    : question.known;
  const assertion = await startAuthentication({
    optionsJSON: {
      challenge: question.challenge,
      rpId: question.rpId,
      allowCredentials: known.map(({ id, transports }) => ({
        id,
        type: 'public-key' as const,
        transports: transports as AuthenticatorTransport[],
      })),
      userVerification: 'required',
    },
  });
  // Extensions that the browser added are dropped, because the server reads only the members it knows.
  return JSON.parse(
    JSON.stringify({ nonce: question.nonce, registration, assertion }),
  ) as PasskeyConfirmation;
}
