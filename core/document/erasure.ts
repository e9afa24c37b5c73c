import { refuse, type Refusal } from '../refusal.ts';
import type { DocumentState } from './lifecycle.ts';

/**
 * Years for which personal data in an ended document is kept. The account can choose another number within the
 * range.
 */
export const retentionRange = { least: 0, most: 30, usual: 10 } as const;

/** Facts that decide whether a person's data in a document can be erased. Times are ms UTC. */
export type Erasable = {
  status: DocumentState;
  /** True while the document is under a legal hold. */
  held: boolean;
  /** Time at which the document was completed, declined, voided or expired; null if it has not ended. */
  endedAt: number | null;
  retentionYears: number;
  /** True if the sealed file exists, or the sealed record of a document that was not completed. */
  sealed: boolean;
};

/**
 * Returns the earliest time (ms UTC) at which personal data can be erased from a document that ended at
 * `endedAt`. Years follow the UTC calendar.
 */
function erasableFrom(endedAt: number, retentionYears: number): number {
  const day = new Date(endedAt);
  const month = day.getUTCMonth();
  day.setUTCFullYear(day.getUTCFullYear() + retentionYears);
  // 29 February becomes 28 February in a year that is not a leap year.
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return day.getTime();
}

/**
 * Returns why personal data in a document cannot be erased (G-2, GDPR 17(3)(b), (e)), or undefined if it can. A
 * legal hold is checked first, because it does not end with time. Nothing can be erased before sealing, because
 * the seal needs the data.
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
    `This account keeps the people in its documents for ${document.retentionYears} years. They can be erased starting ${day}.`,
    { years: document.retentionYears, day },
  );
}

export const onHold = refuse(
  'document-on-hold',
  'This document is on legal hold, so nothing can be deleted or erased. Ask an owner or admin to lift the hold first.',
);

/**
 * Returns why this member cannot lift a legal hold. If other members have permission, the member who placed the
 * hold cannot lift it alone (G-4).
 */
export function refuseLifting(by: string, heldBy: string, others: readonly string[]): Refusal | undefined {
  if (by !== heldBy || others.every((id) => id === by)) return undefined;
  return refuse(
    'another-admin-required',
    'You set this hold yourself. Ask another owner or admin to lift it.',
  );
}
