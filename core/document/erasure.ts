import { refuse, type Refusal } from '../refusal.ts';
import type { DocumentState } from './lifecycle.ts';

/**
 * Years after its end for which the personal data in a document is kept, unless the account sets another
 * number.
 */
export const retentionRange = { least: 0, most: 30, usual: 10 } as const;

/** The facts that decide whether a person can be erased in a document; times in ms UTC. */
export type Erasable = {
  status: DocumentState;
  /** True while the document is on legal hold. */
  held: boolean;
  /** Time of completion, refusal, voiding or expiry. */
  endedAt: number | null;
  retentionYears: number;
  /** True if its sealed file, or the sealed record of its end, exists. */
  sealed: boolean;
};

/** Returns when the people of a document that ended then may first be erased, in ms, by the UTC calendar. */
function erasableFrom(endedAt: number, retentionYears: number): number {
  const day = new Date(endedAt);
  const month = day.getUTCMonth();
  day.setUTCFullYear(day.getUTCFullYear() + retentionYears);
  // 29 February does not exist in the following year.
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return day.getTime();
}

/**
 * Returns why no person can be erased in a document (G-2, GDPR 17(3)(b), (e)). A legal hold is checked first,
 * because time does not lift it. Before sealing nothing can be erased, because the seal needs the data.
 */
export function refuseErasure(document: Erasable, now: number): Refusal | undefined {
  if (document.held) return onHold;
  const ended = ['completed', 'declined', 'voided', 'expired'].includes(document.status);
  if (!ended || document.endedAt === null)
    return refuse(
      'document-not-ended',
      'This document is still in progress. Void it or wait until it ends before you erase anyone.',
    );
  if (!document.sealed)
    return refuse(
      'certificate-not-ready',
      'The sealed record of this document is not ready yet, and erased data would be missing from it. Try again in a minute.',
    );
  const from = erasableFrom(document.endedAt, document.retentionYears);
  if (now >= from) return undefined;
  const day = new Date(from).toISOString().slice(0, 10);
  return refuse(
    'retention-period-active',
    `This account keeps the people in its documents for ${document.retentionYears} years. They can be erased from ${day} on.`,
    { years: document.retentionYears, day },
  );
}

export const onHold = refuse(
  'document-on-hold',
  'This document is on legal hold, so nothing can be deleted or erased. Ask an owner or admin to lift the hold first.',
);

/**
 * Returns why this member cannot lift a hold. If other members are permitted to lift it, the one who set it
 * cannot do so alone (G-4).
 */
export function refuseLifting(by: string, heldBy: string, others: readonly string[]): Refusal | undefined {
  if (by !== heldBy || others.every((id) => id === by)) return undefined;
  return refuse(
    'another-admin-required',
    'You set this hold yourself. Ask another owner or admin to lift it.',
  );
}
