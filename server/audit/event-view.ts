import type { AuditEventView, AuditExportEvent } from '#contract/audit.ts';
import { doneWithoutMember } from '#core/account/event.ts';
import { csvLine } from '#core/csv/write-csv.ts';
import type { AuditedEvent } from './audited-event.ts';

/** An event as the account holder reads it. */
export function eventView({ at, proof, ...event }: AuditedEvent): AuditEventView {
  return {
    ...event,
    seq: event.document ? at.seq : null,
    occurredAt: at.occurredAt.toISOString(),
    hash: proof?.hash ?? null,
  };
}

export function exportEvent(event: AuditedEvent): AuditExportEvent {
  return { ...eventView(event), body: event.proof?.body ?? null, values: event.proof?.values ?? {} };
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
    document?.title ?? null,
    document?.id ?? null,
    seq,
    actor ? actor.name : doneWithoutMember(type) === 'provider' ? 'Payment provider' : 'Countersign',
    actor?.email ?? '',
    recipient?.name ?? '',
    recipient?.email ?? '',
    ip,
    reason,
    id,
    hash,
  ]);
}
