import type { AuditEventView, AuditExportEvent } from '#contract/evidence/audit.ts';
import { actorOfServiceEvent } from '#core/account/event.ts';
import { csvLine } from '#core/csv/write-csv.ts';
import type { JudgedEvent } from './audited-event.ts';

export function eventView({ at, proof, ...event }: JudgedEvent): AuditEventView {
  return {
    ...event,
    seq: event.document ? at.seq : null,
    occurredAt: at.occurredAt.toISOString(),
    hash: proof?.hash ?? null,
  };
}

export function exportEvent(event: JudgedEvent): AuditExportEvent {
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
  'Trail',
]);

const othersNames = { provider: 'Payment provider', operator: 'Operator of this installation' };

export function csvEvent(event: JudgedEvent, serviceName: string): string {
  const { occurredAt, type, document, seq, actor, recipient, ip, reason, id, hash, altered } =
    eventView(event);
  return csvLine([
    occurredAt,
    type,
    document?.title ?? null,
    document?.id ?? null,
    seq,
    actor ? actor.name : { ...othersNames, service: serviceName }[actorOfServiceEvent(type)],
    actor?.email ?? '',
    recipient?.name ?? '',
    recipient?.email ?? '',
    ip,
    reason,
    id,
    hash,
    altered ? 'ALTERED: the trail differs from what was recorded' : document ? 'as recorded' : null,
  ]);
}
