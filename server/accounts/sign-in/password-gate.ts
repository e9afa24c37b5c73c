import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { hasPassword, identityOfUser } from '../identity-provider/identities.ts';
import type { ProviderParts } from '../identity-provider/notify-owner.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';

/**
 * Asks for the password before any change to how a person signs in, because an attacker at an open browser or
 * with its cookie does not know it.
 */
export type PasswordGate = {
  /** Returns the person at the embedded provider; undefined if they signed in elsewhere. */
  identityOf(user: SignedInUser): Promise<string | undefined>;
  /**
   * Returns the person at the embedded provider if the password is correct. Wrong passwords are limited per
   * person (S-14).
   */
  open(user: SignedInUser, password: string): Promise<string | Refusal>;
};

export function passwordGate({ db, clock }: Pick<ProviderParts, 'db' | 'clock'>): PasswordGate {
  const wrong = burstLimiter(burstLimits.wrongPassword, clock);
  const gate: PasswordGate = {
    // An account's own provider vouches for members only in that account, so it must not affect how they sign
    // in to other accounts.
    identityOf: async (user) => (user.signOn === null ? identityOfUser(db, user) : undefined),
    async open(user, password) {
      const identityId = await gate.identityOf(user);
      if (identityId === undefined) return managedByProvider;
      if (wrong.waitFor(identityId) > 0) return tooMany;
      wrong.count(identityId);
      if (!(await hasPassword(db, identityId, password))) return passwordWrong;
      wrong.forget(identityId);
      return identityId;
    },
  };
  return gate;
}

/**
 * Asks for the password before an action that gives something away, such as ownership, so that an unattended
 * browser is not enough. People of other providers type their email address instead.
 */
export async function confirmPerson(
  gate: PasswordGate,
  user: SignedInUser,
  confirmation: string,
): Promise<Refusal | undefined> {
  const opened = await gate.open(user, confirmation);
  if (!isRefusal(opened)) return undefined;
  if (opened !== managedByProvider) return opened;
  return confirmation.trim().toLowerCase() === user.email.toLowerCase() ? undefined : notConfirmed;
}

/**
 * Returns true if the person confirmed the action, false if they entered nothing, or the reason why their
 * entry was refused.
 */
export async function isConfirmedAct(
  gate: PasswordGate,
  user: SignedInUser,
  entered: string | undefined,
): Promise<boolean | Refusal> {
  return entered === undefined ? false : ((await confirmPerson(gate, user, entered)) ?? true);
}

const notConfirmed = refuse('closure-not-confirmed', 'This is not your address. Nothing was changed.');

export const managedByProvider = refuse(
  'managed-by-provider',
  'Your sign-in provider manages this. Change it there.',
);
const passwordWrong = refuse('password-wrong', 'The password is wrong. Nothing was changed.');
const tooMany = refuse('too-many-requests', 'Too many wrong passwords. Please wait a minute and try again.');
