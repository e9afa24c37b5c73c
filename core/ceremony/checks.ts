import { advance } from '../document/lifecycle.ts';
import type { Act, OpenDocument } from './open-document.ts';
import { mustAct, type Recipient } from '../recipient/recipient.ts';
import { isTheirTurn } from '../recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { checkMarkKinds } from './mark-kind.ts';
import { checkPasskey } from './passkey.ts';

/** Steps that a recipient can take through a signing link. */
export const ceremonySteps = [
  'view',
  'open',
  'sign',
  'decline',
  'delegate',
  'paper', // continue on paper, or request a paper copy of the signed document (L-07, L-08)
  'withdraw', // withdraw the consent to sign electronically (L-07)
  'resume', // sign electronically after asking for paper
] as const;
export type CeremonyStep = (typeof ceremonySteps)[number];

type Situation = { document: OpenDocument; recipient: Recipient; act?: Act; now: number };
type Check = { guards: readonly CeremonyStep[]; check: (situation: Situation) => Refusal | undefined };

/**
 * Checks in the order in which they run. The table shows which steps each check applies to. A recipient who has
 * acted keeps access to the document, whatever its state.
 */
const checks: readonly Check[] = [
  { guards: ['sign', 'decline', 'delegate', 'resume'], check: hasNotActed },
  { guards: ['paper', 'withdraw'], check: hasNotDeclined },
  {
    guards: ['view', 'open', 'sign', 'decline', 'delegate', 'paper', 'withdraw', 'resume'],
    check: documentIsOpen,
  },
  { guards: ['sign', 'decline', 'delegate', 'paper', 'withdraw', 'resume'], check: roleDecides },
  {
    guards: ['open', 'sign', 'decline', 'delegate', 'paper', 'withdraw', 'resume'],
    check: turnHasCome,
  },
  { guards: ['sign', 'delegate', 'paper'], check: paperIsNotAskedFor },
  { guards: ['resume'], check: paperIsAskedFor },
  { guards: ['delegate'], check: delegationIsAllowed },
  { guards: ['sign'], check: documentWasShown },
  { guards: ['sign'], check: consentIsGiven },
  { guards: ['sign'], check: signatureIsThere },
  { guards: ['sign'], check: signatureIsAllowed },
  { guards: ['sign'], check: passkeyIsThere },
];

/** Returns the first refusal, or undefined if the step is allowed. */
export function checkCeremony(step: CeremonyStep, situation: Situation): Refusal | undefined {
  for (const { guards, check } of checks) {
    const refused = guards.includes(step) ? check(situation) : undefined;
    if (refused) return refused;
  }
  return undefined;
}

function hasNotActed({ recipient }: Situation): Refusal | undefined {
  if (recipient.status === 'signed' || recipient.status === 'approved') {
    return refuse(
      'already-signed',
      'You have already signed this document. You don’t need to do anything else.',
    );
  }
  return hasNotDeclined({ recipient });
}

function hasNotDeclined({ recipient }: Pick<Situation, 'recipient'>): Refusal | undefined {
  return recipient.status === 'declined'
    ? refuse('already-declined', 'You declined this document. To sign it, ask the sender for a new one.')
    : undefined;
}

function documentIsOpen({ document, recipient, now }: Situation): Refusal | undefined {
  const done = document.status === 'sealing' || document.status === 'completed';
  if (done && recipient.status !== 'declined') {
    return mustAct(recipient) && recipient.status !== 'signed' && recipient.status !== 'approved'
      ? refuse('link-invalid', 'This document may have expired or the link is invalid.')
      : undefined;
  }
  if (recipient.status === 'signed' || recipient.status === 'approved') return undefined;
  const ending =
    document.status === 'sent' && document.expiresAt !== null && document.expiresAt <= now
      ? 'expired'
      : document.status;
  const allowed = advance(ending, 'act');
  return isRefusal(allowed) ? allowed : undefined;
}

function roleDecides({ recipient }: Situation): Refusal | undefined {
  return mustAct(recipient)
    ? undefined
    : refuse('role-cannot-sign', 'This document is for you to read. You don’t need to sign it.');
}

function turnHasCome({ document, recipient }: Situation): Refusal | undefined {
  if (document.status !== 'sent' || isTheirTurn(document.signingOrder, document.recipients, recipient))
    return undefined;
  return refuse('not-your-turn', 'It is not your turn yet. You will receive an email when it is.');
}

/** A recipient who requested paper has to withdraw the request before signing electronically (L-07). */
function paperIsNotAskedFor({ recipient }: Situation): Refusal | undefined {
  return recipient.status === 'paper'
    ? refuse(
        'paper-requested',
        'You asked to sign on paper. To sign here, choose ‘Sign electronically instead’ first.',
      )
    : undefined;
}

function paperIsAskedFor({ recipient }: Situation): Refusal | undefined {
  return recipient.status === 'paper'
    ? undefined
    : refuse('paper-not-requested', 'You haven’t asked for paper, so there is nothing to undo.');
}

function delegationIsAllowed({ document }: Situation): Refusal | undefined {
  return document.delegationAllowed
    ? undefined
    : refuse(
        'delegation-not-allowed',
        'The sender wants only you to act here. Ask them to send it to the other person instead.',
      );
}

/**
 * Requires that the document was shown. The certificate states how each signer viewed the document, and that
 * statement has to be true (L-15).
 */
function documentWasShown({ act }: Situation): Refusal | undefined {
  return act?.shown ? undefined : notShown;
}

export const notShown = refuse(
  'document-not-opened',
  'You haven’t viewed this document here yet, or a name in it has changed since. Review it and then sign. Your entries are kept. A program retrieves GET /api/sign/{token} and the file before it signs.',
);

function consentIsGiven({ act }: Situation): Refusal | undefined {
  return act?.consent
    ? undefined
    : refuse('consent-missing', 'Consent required: Please consent to electronic signature');
}

function signatureIsThere({ act }: Situation): Refusal | undefined {
  return act?.hasSignature
    ? undefined
    : refuse('signature-missing', 'Signature required: Please provide your signature');
}

function signatureIsAllowed({ document, act }: Situation): Refusal | undefined {
  return act && checkMarkKinds(document.signatureKinds, act.markKinds);
}

function passkeyIsThere({ act }: Situation): Refusal | undefined {
  return act?.passkey && checkPasskey(act.passkey);
}
