import { utf8Length } from '../document/archive-names.ts';
import type { EventData, EventType, TrailEvent } from '../trail/event.ts';

/** Event types that an account can subscribe an endpoint to, in display order. */
export const webhookKinds = [
  'document.created',
  'document.sent',
  'document.completed',
  'document.declined',
  'document.voided',
  'document.expired',
  'document.extended',
  'recipient.invited',
  'recipient.due',
  'recipient.opened',
  'recipient.signed',
  'recipient.approved',
  'recipient.delegated',
  'recipient.corrected',
  'recipient.reminded',
  'recipient.undelivered',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** Event of the test button of an endpoint. Endpoints cannot subscribe to it. */
export const testKind = 'webhook.test';

/**
 * Maps audit trail events to webhook events. Other events are intermediate steps or concern only the person who
 * caused them, such as codes, consents and sent emails.
 */
const kindOfEvent: Partial<Record<EventType, WebhookKind>> = {
  document_uploaded: 'document.created',
  document_made_from_template: 'document.created',
  document_sent: 'document.sent',
  document_completed: 'document.completed',
  document_declined: 'document.declined',
  document_voided: 'document.voided',
  document_expired: 'document.expired',
  expiry_extended: 'document.extended',
  invitation_issued: 'recipient.invited',
  link_due: 'recipient.due',
  document_opened: 'recipient.opened',
  document_signed: 'recipient.signed',
  document_approved: 'recipient.approved',
  recipient_delegated: 'recipient.delegated',
  recipient_corrected: 'recipient.corrected',
  reminder_issued: 'recipient.reminded',
  mail_bounced: 'recipient.undelivered',
  mail_blocked: 'recipient.undelivered',
};

/** Types of audit trail events that can be published. */
export const publishedTypes = Object.keys(kindOfEvent) as EventType[];

/** The part of a trail event that determines its webhook event. */
export type WebhookSource = Pick<TrailEvent, 'type' | 'actor'> & { seq: number; data?: EventData };

/**
 * Returns the type of the webhook event, or undefined if the event is not published. An email to the sender does
 * not belong to a recipient.
 */
export function webhookKindOf(event: WebhookSource): WebhookKind | undefined {
  const kind = kindOfEvent[event.type];
  if (kind === 'recipient.undelivered' && recipientOf(event) === undefined) return undefined;
  return kind;
}

/**
 * Returns the recorded body of a webhook event (Standard Webhooks 1.0.0). It contains ids, but no name, address,
 * title or value. The log is therefore free of personal data, and an erasure need not change it. `detailedBody`
 * adds those when the event is sent. `seq` is the position in the audit trail, so that receivers can sort late
 * events. The body indicates documents that were created with a test key, so that they are not mistaken for
 * agreements. `via` is copied from the trail, so that an action on the sender's device is not mistaken for one
 * through the mailbox.
 */
export function webhookBody(
  kind: WebhookKind,
  { documentId, event, at, test }: { documentId: string; event: WebhookSource; at: number; test: boolean },
): string {
  const recipientId = recipientOf(event);
  const via = event.data?.['via'];
  const data = {
    documentId,
    seq: event.seq,
    ...(recipientId !== undefined && { recipientId }),
    ...(typeof via === 'string' && { via }),
    ...(test && { test }),
  };
  return JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data });
}

/** Maximum size of a body with values, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

type Details = { document: object; recipient?: object | undefined; values?: readonly unknown[] | undefined };

/**
 * Returns the body in the form that is sent. If the values would make it too large, it contains `valuesOmitted`
 * instead.
 */
export function detailedBody(recorded: string, { document, recipient, values }: Details): string {
  const body = JSON.parse(recorded) as { data: object };
  const data = { ...body.data, document, ...(recipient && { recipient }) };
  if (!values) return JSON.stringify({ ...body, data });
  const whole = JSON.stringify({ ...body, data: { ...data, values } });
  if (utf8Length(whole) <= MAX_BODY_BYTES) return whole;
  return JSON.stringify({ ...body, data: { ...data, valuesOmitted: true } });
}

/** Events whose body contains values, either of the recipient who acted or of all recipients. */
export const kindsWithValues: Partial<Record<string, 'recipient' | 'document'>> = {
  'recipient.signed': 'recipient',
  'recipient.approved': 'recipient',
  'document.completed': 'document',
} satisfies Partial<Record<WebhookKind, 'recipient' | 'document'>>;

/** Returns the body of a test delivery. */
export function testBody(at: number): string {
  return JSON.stringify({ type: testKind, timestamp: new Date(at).toISOString(), data: {} });
}

/** Returns the recipient in the event's data, or else the recipient who acted. */
function recipientOf({ actor, data }: WebhookSource): string | undefined {
  const named = data?.['recipientId'];
  if (typeof named === 'string') return named;
  return actor.kind === 'recipient' && actor.id !== null ? actor.id : undefined;
}
