/**
 * All event types of the audit trail. Events are stored as long as their document, so adding a type requires a
 * decision. `docs/events.md` defines when each type is recorded.
 */
export const eventTypes = [
  'document_uploaded',
  'document_made_from_template',
  'document_imported',
  'form_answered',
  'file_replaced',
  'files_changed',
  'pages_removed',
  'pages_turned',
  'pages_moved',
  'anchors_removed',
  'document_sent',
  'document_handed_over',
  'invitation_issued',
  'link_due',
  'link_handed_out',
  'link_opened_signed_in',
  'mail_accepted',
  'mail_written',
  'mail_deferred',
  'mail_bounced',
  'mail_blocked',
  'sender_blocked',
  'sender_unblocked',
  'reminder_issued',
  'expiry_warned',
  'expiry_extended',
  'recipient_corrected',
  'recipient_delegated',
  'code_changed',
  'ceremony_hosted',
  'ceremony_embedded',
  'editor_embedded',
  'code_sent',
  'code_passed',
  'code_failed',
  'code_locked',
  'document_opened',
  'document_retrieved',
  'consent_given',
  'passkey_confirmed',
  'document_signed',
  'document_approved',
  'document_declined',
  'paper_requested',
  'paper_recalled',
  'consent_withdrawn',
  'document_voided',
  'document_expired',
  'all_signed',
  'document_sealed',
  'document_completed',
  'document_strengthened',
  'files_sealed',
  'copy_delivered',
  'hold_set',
  'hold_lifted',
  'person_erased',
] as const;
export type EventType = (typeof eventTypes)[number];

export type Actor = { kind: 'user' | 'recipient' | 'system'; id: string | null };

/**
 * Facts that an event contains in clear text. None of them identifies a person. Personal values belong in
 * `personal`.
 */
export type EventData = Record<string, string | number | boolean | null>;

/** An event in the form that is hashed. `personal` contains salted commitments, never the values (G-2). */
export type TrailEvent = {
  v: 1;
  documentId: string;
  seq: number;
  id: string;
  type: EventType;
  /** ISO 8601 in UTC with milliseconds. `seq` determines the order, not this time (T-09). */
  occurredAt: string;
  actor: Actor;
  data: EventData;
  personal: Record<string, string>;
  prev: string;
};
