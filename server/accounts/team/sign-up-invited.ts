import { domainOf } from '#core/account/sign-on.ts';
import { nameProblem, refuseName } from '#core/person/name.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, sqlState } from '../../foundation/db/transaction.ts';
import { confirmAddress } from '../identity-provider/confirm-address.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
import { hashPassword } from '../identity-provider/identities.ts';
import type { IdentityMailFacts } from '../identity-provider/identity-mail-store.ts';
import { signInMessages } from '../identity-provider/pages/sign-in-words.ts';
import { passwordProblem } from '../identity-provider/password-problem.ts';
import { serviceNamesForPeople } from '../profile/service-names.ts';
import { findSignOnOf } from '../sign-in/sign-on-store.ts';
import { refuseNewcomer } from '../../records/sign-up-door.ts';
import {
  admit,
  ended,
  findByLink,
  hasSignIn,
  lockInvitation,
  mustSignIn,
  type JoiningParts,
  type Membership,
} from './accept-invitation.ts';
import type { InvitationRow } from './invitation-store.ts';

/** Maximum length of a name in characters. */
const MAX_NAME = 200;

/**
 * Returns true if the invited person can sign up here: the installation manages passwords, the address is
 * new, and no account requires its own provider for the domain.
 */
export async function canSignUpInvited(
  { db, clock, config }: JoiningParts,
  { email }: Pick<InvitationRow, 'email'>,
): Promise<boolean> {
  if (config.oidc) return false;
  const now = clock();
  if (await refuseNewcomer(db, config, { email, confirmedAt: now }, now)) return false;
  if ((await findSignOnOf(db, domainOf(email)))?.enforced) return false;
  return !(await hasSignIn(db, email, now));
}

/**
 * Creates the invited person and makes them a member in one step. The link was mailed to the address, so the
 * address counts as confirmed. The person gets no separate account.
 */
export async function signUpInvited(
  services: JoiningParts,
  { link, name, password }: { link: string; name: string; password: string },
  facts: IdentityMailFacts & { ip: string },
): Promise<Membership | Refusal> {
  const found = await findByLink(services, link);
  if (!found) return ended;
  const { email } = found;
  if (!(await canSignUpInvited(services, found))) return mustSignIn;
  const typed = name.trim();
  if (typed === '') return nameMissing;
  const problem =
    typed.length > MAX_NAME ? 'control' : nameProblem(typed, serviceNamesForPeople(services.config));
  if (problem) return refuseName('name-invalid', 'The name', problem);
  const names = namesOf(typed);
  const unfit = passwordProblem(password, [email, names.first_name, names.last_name]);
  if (unfit)
    return refuse('password-length-invalid', signInMessages('en').say(unfit.word, { count: unfit.count }));
  const password_hash = await hashPassword(password);
  try {
    return await inTransaction(services.db, async (tx) => {
      const invitation = await lockInvitation(services, tx, found);
      if (isRefusal(invitation)) return invitation;
      const created_at = new Date(services.clock());
      const id = newId(services.clock());
      await tx
        .insertInto('identities')
        .values({ id, email, password_hash, created_at, ...names })
        .execute();
      const person = { issuer: embeddedIssuer, subject: id, email, ...names };
      const joined = await admit(services, tx, invitation, {
        ...{ person, ip: facts.ip },
        confirmedAddress: true,
      });
      await confirmAddress(services, tx, { identityId: id, address: email, facts });
      return joined;
    });
  } catch (error) {
    // A concurrent request has confirmed the same address.
    if (sqlState(error) === '23505' /* unique_violation */) return mustSignIn;
    throw error;
  }
}

/**
 * Splits a name after its first word, because family names have several words more often than given names.
 */
function namesOf(typed: string): { first_name: string; last_name: string } {
  const words = typed.split(/\s+/);
  const last_name = words.length > 1 ? words.at(-1)! : '';
  return { first_name: words.slice(0, Math.max(1, words.length - 1)).join(' '), last_name };
}

const nameMissing = refuse('name-missing', 'Enter your name.');
