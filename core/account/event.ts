/**
 * Every kind of event of an account itself, beside those of its documents. `docs/events.md` says what makes each one
 * true.
 */
export const accountEventTypes = [
  'member_joined',
  'plan_changed',
  'subscription_cancelled',
  'subscription_resumed',
  'password_changed',
  'email_changed',
  'email_confirmed',
  'two_factor_on',
  'two_factor_off',
  'two_factor_guessed',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'session_ended',
  'signed_out_everywhere',
] as const;
export type AccountEventType = (typeof accountEventTypes)[number];
