import { managers, type Rules } from './member.ts';

/** Who may do what with the webhooks of an account: whoever adds one decides where its news go. */
export const webhookRules = {
  read: managers,
  edit: managers,
} as const satisfies Rules;
