import { refuse, type Refusal } from '../refusal.ts';

/** Whether a recipient confirms the signature with a passkey: never, optionally or always. */
export const passkeyRules = ['none', 'offered', 'required'] as const;
export type PasskeyRule = (typeof passkeyRules)[number];

/** Lifetime of a passkey challenge in ms. It leaves enough time to find the security key. */
export const passkeyQuestionLifetime = 10 * 60_000;

/**
 * Returns the text whose SHA-256 the passkey signs. It contains the base file that was shown, the current
 * agreement (null for documents sent before agreements existed), the signer, and a server nonce.
 * docs/evidence.md documents both forms for independent verification, so they must never change.
 */
export function passkeyStatement(of: PasskeyStatement): string {
  return of.agreementSha256 === null
    ? ['countersign passkey', of.baseSha256, of.recipientId, of.nonce].join('\n')
    : ['countersign passkey 2', of.baseSha256, of.agreementSha256, of.recipientId, of.nonce].join('\n');
}

export type PasskeyStatement = {
  /** Empty for a document with several files. */
  baseSha256: string;
  agreementSha256: string | null;
  recipientId: string;
  nonce: string;
};

export type PasskeyState = { rule: PasskeyRule; confirmed: boolean };

export function checkPasskey({ rule, confirmed }: PasskeyState): Refusal | undefined {
  return rule === 'required' && !confirmed
    ? refuse(
        'passkey-missing',
        'The sender requires a passkey with your signature. Reload the page and sign with one.',
      )
    : undefined;
}
