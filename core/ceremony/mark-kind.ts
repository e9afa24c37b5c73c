import { refuse, type Refusal } from '../refusal.ts';

/** Ways to create a signature or initials. Typing comes first because it works with a keyboard. */
export const markKinds = ['type', 'draw', 'upload'] as const;
export type MarkKind = (typeof markKinds)[number];

/** The kinds that the sender allows, at least one; null for all. */
export type AllowedMarks = readonly MarkKind[] | null;

/** Parses a stored list of kinds. Returns null (all kinds) if the value is invalid. */
export function readMarkKinds(stored: unknown): AllowedMarks {
  const kinds = Array.isArray(stored) ? markKinds.filter((kind) => stored.includes(kind)) : [];
  return kinds.length === 0 ? null : kinds;
}

/** Refuses a signature or initials of a kind that the sender does not allow. */
export function checkMarkKinds(allowed: AllowedMarks, given: readonly MarkKind[]): Refusal | undefined {
  const unwanted = given.find((kind) => allowed !== null && !allowed.includes(kind));
  if (unwanted === undefined) return undefined;
  return refuse(
    'signature-kind-not-allowed',
    `The sender doesn’t accept this kind of signature. Nothing was signed. You can ${(allowed ?? []).map((kind) => ways[kind]).join(' or ')}.`,
  );
}

const ways: Record<MarkKind, string> = {
  type: 'type your name',
  draw: 'draw your signature',
  upload: 'upload a picture of your signature',
};
