import type { AuditEventView } from '#contract/evidence/audit.ts';
import type { Cursor } from './cursor.ts';

export type AuditedEvent = Omit<AuditEventView, 'seq' | 'occurredAt' | 'hash' | 'altered'> & {
  at: Cursor;
  /** The verifiable part of a document's event. Account events are not chained. */
  proof: { body: string; hash: string; values: Values } | null;
};

/** `altered` is true if the event's trail no longer matches what was recorded (see the contract). */
export type JudgedEvent = AuditedEvent & { altered: boolean };

/** The personal values of an event that have not been erased, with their salts. */
export type Values = Record<string, { value: string; salt: string }>;
