import { managers, type Rules } from './member.ts';

/** Permissions on the webhooks of an account. Adding one decides where its events are sent. */
export const webhookRules = {
  read: managers,
  edit: managers,
} as const satisfies Rules;
