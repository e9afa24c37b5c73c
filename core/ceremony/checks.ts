import { advance } from '../document/lifecycle.ts';
import type { Act, OpenDocument } from '../document/open-document.ts';
import { mustAct, type Recipient } from '../recipient/recipient.ts';
import { isTheirTurn } from '../recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';

/** What a recipient can ask for behind a signing link. */
export const ceremonySteps = ['view', 'open', 'sign', 'decline'] as const;
export type CeremonyStep = (typeof ceremonySteps)[number];

type Situation = { document: OpenDocument; recipient: Recipient; act?: Act; now: number };
type Check = { guards: readonly CeremonyStep[]; check: (situation: Situation) => Refusal | undefined };

/**
 * The checks of the ceremony in the order they are made. A reader sees at a glance which step is guarded by
 * which check, and which is not. Whoever has acted keeps seeing the document, whatever becomes of it.
 */
const checks: readonly Check[] = [
  { guards: ['sign', 'decline'], check: hasNotActed },
  { guards: ['view', 'open', 'sign', 'decline'], check: documentIsOpen },
  { guards: ['sign', 'decline'], check: roleDecides },
  { guards: ['open', 'sign', 'decline'], check: turnHasCome },
  { guards: ['sign'], check: consentIsGiven },
  { guards: ['sign'], check: signatureIsThere },
];

/** The first reason not to, or undefined. */
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
      'You have already signed this document. Nothing more is needed from you.',
    );
  }
  if (recipient.status === 'declined') {
    return refuse(
      'already-declined',
      'You have declined this document. Ask the sender for a new one to sign it after all.',
    );
  }
  return undefined;
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
    : refuse('role-does-not-sign', 'You receive this document to read it. No signature is asked of you.');
}

function turnHasCome({ document, recipient }: Situation): Refusal | undefined {
  if (document.status !== 'sent' || isTheirTurn(document.signingOrder, document.recipients, recipient))
    return undefined;
  return refuse('not-your-turn', 'It is not your turn yet. You will receive an e-mail when it is.');
}

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
