import { refuse, type Refusal } from '../refusal.ts';
import { mustBeConfirmed } from '../permission/confirmed-address.ts';
import { domainOf } from './sign-on.ts';

/** The SIGN_UP setting, which decides who can create an account on this installation. */
export type SignUpRule =
  | { kind: 'open' }
  | { kind: 'invited' }
  | { kind: 'domain'; domains: readonly string[] }
  | { kind: 'closed' };

export type Newcomer = {
  email: string;
  /** Time (ms UTC) at which the person proved that the address is theirs; null if they have not. */
  confirmedAt: number | null;
  /**
   * Whether a pending invitation for the address comes from a member or from the operator who imported an
   * account.
   */
  invitedBy: 'member' | 'operator' | null;
  /**
   * True if the person signed in with the identity provider of an account that has verified the address's
   * domain.
   */
  bySignOn: boolean;
  /** True if no person with a confirmed address has an account here yet. */
  first: boolean;
};

/**
 * Returns why a new person cannot create an account. Every rule except `open` requires a confirmed address,
 * because anyone can type the address of an invited person.
 */
export function canJoin(rule: SignUpRule, newcomer: Newcomer): Refusal | undefined {
  if (rule.kind === 'open') return undefined;
  return (isAdmitted(rule, newcomer) ? undefined : refusalOf(rule)) ?? mustBeConfirmed(newcomer);
}

function isAdmitted(rule: SignUpRule, { email, invitedBy, bySignOn, first }: Newcomer): boolean {
  if (first || invitedBy === 'operator') return true;
  if (rule.kind === 'closed') return false;
  return invitedBy !== null || bySignOn || isOfDomain(rule, email);
}

/** Matches the exact domain, because addresses at a subdomain may belong to other people. */
export function isOfDomain(rule: SignUpRule, email: string): boolean {
  return rule.kind === 'domain' && rule.domains.includes(domainOf(email));
}

const refusalOf = (rule: SignUpRule): Refusal => (rule.kind === 'closed' ? signUpClosed : signUpLimited);

export const signUpClosed = refuse(
  'sign-up-closed',
  'Sign-up is closed on this server. Ask its operator for access.',
);
const signUpLimited = refuse(
  'sign-up-limited',
  'You need an invitation or an email address of an approved domain to sign up. Ask a member or the operator to invite you.',
);

/** Returns true if the domain of an address or one of its parent domains is a known disposable domain. */
export function isDisposable(list: ReadonlySet<string>, email: string): boolean {
  const labels = domainOf(email).split('.');
  return labels.some((_, at) => list.has(labels.slice(at).join('.')));
}

export const addressDisposable = refuse(
  'address-disposable',
  'This is a disposable email address. Use a permanent one.',
);
