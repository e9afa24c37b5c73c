import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import type { PasskeyConfirmation, PasskeyQuestion } from '#contract/ceremony.ts';
import { productName } from '../../kit/product-name.ts';

/** A passkey that was made for a question and has not answered it yet. */
export type Made = { question: PasskeyQuestion; registration: RegistrationResponseJSON };

/** ES256 and RS256: what the server can verify, and everybody after it. */
const algorithms = [-7, -257];

/** Has this device make a passkey; its dialog belongs to the system, and rejects when it is closed there. */
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

/** Has a passkey answer the question: the one that was just made, else one of those that are known. */
export async function answerWith(
  question: PasskeyQuestion,
  made: RegistrationResponseJSON | null,
): Promise<PasskeyConfirmation> {
  const known = made ? [{ id: made.id, transports: made.response.transports ?? [] }] : question.known;
  const assertion = await startAuthentication({
    optionsJSON: {
      challenge: question.challenge,
      rpId: question.rpId,
      allowCredentials: known.map(({ id, transports }) => ({
        ...{ id, type: 'public-key' as const },
        transports: transports as AuthenticatorTransport[],
      })),
      userVerification: 'required',
    },
  });
  // Whatever the browser adds of its own stays here; the server reads what it knows.
  return JSON.parse(
    JSON.stringify({ nonce: question.nonce, registration: made, assertion }),
  ) as PasskeyConfirmation;
}
