import type { EventData, EventType, TrailEvent } from '../trail/event.ts';

/** Every kind of event that an account can have sent to an endpoint of theirs, in the order in which they are offered. */
export const webhookKinds = [
  'document.created',
  'document.sent',
  'document.completed',
  'document.declined',
  'document.voided',
  'document.expired',
  'document.extended',
  'recipient.invited',
  'recipient.opened',
  'recipient.signed',
  'recipient.approved',
  'recipient.delegated',
  'recipient.corrected',
  'recipient.reminded',
  'recipient.undelivered',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** Sent by the button that tries an endpoint, and never chosen. */
export const testKind = 'webhook.test';

/**
 * The events of the trail that are told outside, and as which kind. Those that are left out are steps on the way to
 * one of these, or the business of whoever did them: codes, consents, mails that went out.
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
  document_opened: 'recipient.opened',
  document_signed: 'recipient.signed',
  document_approved: 'recipient.approved',
  recipient_delegated: 'recipient.delegated',
  recipient_corrected: 'recipient.corrected',
  reminder_issued: 'recipient.reminded',
  mail_bounced: 'recipient.undelivered',
  mail_blocked: 'recipient.undelivered',
};

/** An event of the trail, as far as it decides what is told. */
export type ToldEvent = Pick<TrailEvent, 'type' | 'actor'> & { seq: number; data?: EventData };

/** The name of an event outside; undefined where it is not told. A mail to the sender is no recipient's. */
export function webhookKindOf(event: ToldEvent): WebhookKind | undefined {
  const kind = kindOfEvent[event.type];
  if (kind === 'recipient.undelivered' && recipientOf(event) === undefined) return undefined;
  return kind;
}

/**
 * The body of a webhook (Standard Webhooks 1.0.0). It holds ids and no name, address, title or value: it goes to a
 * machine that we know nothing about, into logs that nobody erases when a person asks for it. Whoever may know more
 * asks the API by the document's id, which also says what is true by then: `seq` is the place of this event in the
 * trail, and puts events in order that arrive late. Of a document made with a test key it says so, since nobody may
 * take it for one that was agreed; and `via` as the trail has it, since nobody may take what was done on the sender's
 * device for what the mailbox did.
 */
export function webhookBody(
  kind: WebhookKind,
  { documentId, event, at, test }: { documentId: string; event: ToldEvent; at: number; test: boolean },
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

/** The body of a try. */
export function testBody(at: number): string {
  return JSON.stringify({ type: testKind, timestamp: new Date(at).toISOString(), data: {} });
}

/** The recipient whom an event names, else the one who did it. */
function recipientOf({ actor, data }: ToldEvent): string | undefined {
  const named = data?.['recipientId'];
  if (typeof named === 'string') return named;
  return actor.kind === 'recipient' && actor.id !== null ? actor.id : undefined;
}
