import { managers, type Rules } from './member.ts';

/** Who may make, see, renew and revoke the keys by which programs act for an account. */
export const keyRules = {
  manage: managers,
} as const satisfies Rules;
