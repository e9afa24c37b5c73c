import type { AuditEventView, AuditExportEvent } from '#contract/audit.ts';
import { csvLine } from '#core/csv/write-csv.ts';
import type { AuditedEvent } from './list-events.ts';

/** An event as the account holder reads it. */
export function eventView(event: AuditedEvent): AuditEventView {
  const value = (name: string): string | null => event.values[name]?.value ?? null;
  return {
    id: event.id,
    seq: event.seq,
    type: event.type,
    occurredAt: event.occurredAt.toISOString(),
    document: { id: event.documentId, title: event.title, open: event.open },
    actor:
      event.actor.kind === 'system' ? null : { name: value('actor') ?? '', email: value('actorEmail') ?? '' },
    recipient:
      (value('recipientEmail') ?? value('recipient')) === null
        ? null
        : { name: value('recipient') ?? '', email: value('recipientEmail') ?? '' },
    ip: value('ip'),
    reason: value('reason') ?? value('reply'),
    hash: event.hash,
  };
}

export function exportEvent(event: AuditedEvent): AuditExportEvent {
  return { ...eventView(event), body: event.body, values: event.values };
}

export const csvHead = csvLine([
  'Time (UTC)',
  'Action',
  'Document',
  'Document id',
  'Step',
  'Name',
  'Email',
  'Recipient name',
  'Recipient email',
  'IP address',
  'Reason',
  'Event id',
  'Hash',
]);

export function csvEvent(event: AuditedEvent): string {
  const { occurredAt, type, document, seq, actor, recipient, ip, reason, id, hash } = eventView(event);
  return csvLine([
    occurredAt,
    type,
    document.title,
    document.id,
    seq,
    actor ? actor.name : 'Countersign',
    actor?.email ?? '',
    recipient?.name ?? '',
    recipient?.email ?? '',
    ip,
    reason,
    id,
    hash,
  ]);
}
