import { refuse, type Refusal } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import { hasPassword, identityOfUser } from '../identity-provider/identities.ts';
import type { ProviderParts } from '../identity-provider/tell-owner.ts';
import type { SignedInUser } from '../http/session.ts';

/**
 * Stands before every change of how somebody signs in: whoever finds an open browser, or rides on its cookie,
 * still does not have the password.
 */
export type PasswordGate = {
  /** The person at the embedded provider; undefined when they came from another one. */
  identityOf(user: SignedInUser): Promise<string | undefined>;
  /** The same, when the password is right. Wrong ones are limited by person (S-14). */
  open(user: SignedInUser, password: string): Promise<string | Refusal>;
};

export function passwordGate({ db, clock }: ProviderParts): PasswordGate {
  const wrong = burstLimiter(burstLimits.wrongPassword, clock);
  const gate: PasswordGate = {
    // Their own provider vouches for them in one account; how they sign in everywhere else is none of its business.
    identityOf: async (user) => (user.signOn === null ? identityOfUser(db, user) : undefined),
    async open(user, password) {
      const identityId = await gate.identityOf(user);
      if (identityId === undefined) return managedElsewhere;
      if (wrong.waitFor(identityId) > 0) return tooMany;
      wrong.count(identityId);
      if (!(await hasPassword(db, identityId, password))) return passwordWrong;
      wrong.forget(identityId);
      return identityId;
    },
  };
  return gate;
}

export const managedElsewhere = refuse(
  'managed-elsewhere',
  'This is managed at the provider that you sign in with.',
);
const passwordWrong = refuse('password-wrong', 'This is not your password. Nothing was changed.');
const tooMany = refuse('too-many-requests', 'Too many wrong passwords. Please wait a minute and try again.');
