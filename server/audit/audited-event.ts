import type { AuditEventView } from '#contract/audit.ts';
import type { Cursor } from './cursor.ts';

/** An event of a document, or of the account itself. */
export type AuditedEvent = Omit<AuditEventView, 'seq' | 'occurredAt' | 'hash' | 'altered'> & {
  at: Cursor;
  /** The part of a document's trail that can be checked again; the account's own events are not chained. */
  proof: { body: string; hash: string; values: Values } | null;
};

/** The same, and whether the trail it stands in can be believed: see `altered` in the contract. */
export type JudgedEvent = AuditedEvent & { altered: boolean };

/** The personal values that have not been erased, with their salts. */
export type Values = Record<string, { value: string; salt: string }>;
