import { refuse, type Refusal } from '../refusal.ts';

/** Whether a recipient is asked to confirm their signature with a passkey: not at all, if they like, or always. */
export const passkeyRules = ['none', 'offered', 'required'] as const;
export type PasskeyRule = (typeof passkeyRules)[number];

/** How long a question to a passkey is good for, in ms: as long as somebody may look for their key. */
export const passkeyQuestionLifetime = 10 * 60_000;

/**
 * The passkey signs the SHA-256 of this text: the base file that was shown, the agreement in force (null in
 * a document that was sent before there were any), whose signature it is, and a nonce of the server.
 * docs/evidence.md gives both forms to strangers, so that they never change.
 */
export function passkeyStatement(of: PasskeyStatement): string {
  return of.agreementSha256 === null
    ? ['countersign passkey', of.baseSha256, of.recipientId, of.nonce].join('\n')
    : ['countersign passkey 2', of.baseSha256, of.agreementSha256, of.recipientId, of.nonce].join('\n');
}

export type PasskeyStatement = {
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
        'The sender asks for a passkey with your signature. Reload the page and sign with one.',
      )
    : undefined;
}
