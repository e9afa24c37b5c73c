import type { AuditEventView } from '#contract/evidence/audit.ts';
import type { Cursor } from './cursor.ts';

/** An event of a document or of the account itself. */
export type AuditedEvent = Omit<AuditEventView, 'seq' | 'occurredAt' | 'hash' | 'altered'> & {
  at: Cursor;
  /** The verifiable part of a document's event. Account events are not chained. */
  proof: { body: string; hash: string; values: Values } | null;
};

/** An event with `altered`, which indicates whether the event's trail can be trusted. See the contract. */
export type JudgedEvent = AuditedEvent & { altered: boolean };

/** The personal values that have not been erased, with their salts. */
export type Values = Record<string, { value: string; salt: string }>;
