import { refuse, type Refusal } from '../refusal.ts';
import type { DocumentState } from './lifecycle.ts';

/** How many years after its end the people of a document stay as they are, unless the account says otherwise. */
export const retentionRange = { least: 0, most: 30, usual: 10 } as const;

/** The facts by which somebody may be erased in a document or not; times in ms UTC. */
export type Erasable = {
  status: DocumentState;
  /** On legal hold. */
  held: boolean;
  /** When it was completed, declined, voided or expired. */
  endedAt: number | null;
  retentionYears: number;
  /** Whether its sealed file, or the sealed record of its end, is there. */
  sealed: boolean;
};

/** From when on the people of a document that ended then may be erased, by the calendar of UTC; ms. */
function erasableFrom(endedAt: number, retentionYears: number): number {
  const day = new Date(endedAt);
  const month = day.getUTCMonth();
  day.setUTCFullYear(day.getUTCFullYear() + retentionYears);
  // Of 29 February a year on there is none.
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return day.getTime();
}

/**
 * Why nobody may be erased in a document (G-2, GDPR 17(3)(b), (e)). A hold comes first, since it is the one that no time
 * lifts. Before the seal nobody is: it would be made of what is no longer there.
 */
export function refuseErasure(document: Erasable, now: number): Refusal | undefined {
  if (document.held) return onHold;
  const ended = ['completed', 'declined', 'voided', 'expired'].includes(document.status);
  if (!ended || document.endedAt === null)
    return refuse(
      'document-not-ended',
      'This document is not over yet, and what its people do in it still counts. Void it first, or wait for its end.',
    );
  if (!document.sealed)
    return refuse(
      'certificate-not-ready',
      'There is no sealed record of this document yet, and it could not be made of what is erased. It is made within a minute.',
    );
  const from = erasableFrom(document.endedAt, document.retentionYears);
  if (now >= from) return undefined;
  const day = new Date(from).toISOString().slice(0, 10);
  return refuse(
    'still-retained',
    `This account keeps who took part for ${document.retentionYears} years. They can be erased from ${day} on.`,
    { years: document.retentionYears, day },
  );
}

export const onHold = refuse(
  'document-on-hold',
  'This document is on legal hold: nothing of it is deleted or erased. An owner or admin lifts the hold first.',
);

/** Why this member may not lift a hold: where there is somebody else who may, whoever set it is not alone with it (G-4). */
export function refuseLifting(by: string, heldBy: string, others: readonly string[]): Refusal | undefined {
  if (by !== heldBy || others.every((id) => id === by)) return undefined;
  return refuse(
    'hold-needs-another',
    'You have set this hold yourself. Another owner or admin of the account has to lift it.',
  );
}
