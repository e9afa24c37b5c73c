import { managers, type Rules } from './member.ts';

/** Permissions on the API keys of an account. */
export const keyRules = {
  manage: managers,
} as const satisfies Rules;
