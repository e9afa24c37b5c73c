import { plans, type PlanName } from '../plan/plans.ts';

/**
 * Event types of an account. Documents have their own types. `docs/events.md` defines when each event is
 * recorded.
 */
export const accountEventTypes = [
  'member_joined',
  'member_invited',
  'invitation_withdrawn',
  'invitation_accepted',
  'member_role_changed',
  'member_removed',
  'member_left',
  'documents_handed_over',
  'folder_made_private',
  'folder_shared',
  'folder_access_changed',
  'template_made_private',
  'template_shared',
  'group_created',
  'group_changed',
  'group_deleted',
  'two_factor_required',
  'two_factor_not_required',
  'retention_changed',
  'formats_changed',
  'completion_copies_changed',
  'link_protection_changed',
  'return_address_changed',
  'signature_kinds_changed',
  'defaults_changed',
  'copies_resent',
  'sign_on_set',
  'domain_verified',
  'domain_lost',
  'sign_on_enforced',
  'sign_on_not_enforced',
  'sign_on_removed',
  'member_joined_by_sign_on',
  'provisioning_token_created',
  'provisioning_token_revoked',
  'person_provisioned',
  'person_deprovisioned',
  'account_renamed',
  'account_suspended',
  'suspension_lifted',
  'sessions_ended_by_operator',
  'two_factor_reset',
  'ownership_transferred',
  'plan_changed',
  'subscription_canceled',
  'subscription_resumed',
  'password_changed',
  'email_changed',
  'email_confirmed',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_attempts_exceeded',
  'recovery_codes_created',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'brand_changed',
  'logo_changed',
  'logo_removed',
  'reply_to_requested',
  'reply_to_confirmed',
  'reply_to_removed',
  'sender_domain_set',
  'sender_domain_verified',
  'sender_domain_lost',
  'sender_domain_removed',
  'account_exported',
  'archive_downloaded',
  'account_imported',
  'document_not_imported',
  'closure_requested',
  'closure_canceled',
  'account_closed',
  'signed_in',
  'session_ended',
  'signed_out_everywhere',
  'api_key_created',
  'api_key_renamed',
  'api_key_rotated',
  'api_key_revoked',
  'app_registered',
  'app_removed',
  'app_connected',
  'app_disconnected',
  'embedding_origin_added',
  'embedding_origin_removed',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_renewed',
  'webhook_disabled',
  'destination_added',
  'destination_changed',
  'destination_removed',
  'destination_disabled',
] as const;
export type AccountEventType = (typeof accountEventTypes)[number];

/** A plan change. `from` is null for the first plan; `until` is the ISO 8601 end date of the plan, or null. */
export type PlanStep = { from: PlanName | null; to: PlanName; until: string | null };

/** Events that come from the payment provider unless a member caused them. */
const atProvider: readonly string[] = ['plan_changed', 'subscription_canceled', 'subscription_resumed'];

/** Events that the operator of the installation causes at /operator. */
const byOperator: readonly string[] = [
  'account_suspended',
  'suspension_lifted',
  'sessions_ended_by_operator',
  'two_factor_reset',
  'ownership_transferred',
];

/** Returns the actor of an event that was not caused by a member. */
export function actorOfServiceEvent(type: string): 'provider' | 'operator' | 'service' {
  if (byOperator.includes(type)) return 'operator';
  return atProvider.includes(type) ? 'provider' : 'service';
}

/** Returns a plan change in plain English, such as 'Pro until 6 December 2026'. */
export function planStepText({ from, to, until }: PlanStep): string {
  const title = plans[to].title;
  if (until !== null) {
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    return `${title} until ${day.format(new Date(until))}`;
  }
  return from === null || from === to ? title : `From ${plans[from].title} to ${title}`;
}
