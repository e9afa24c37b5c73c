import { canonicalJson } from '../trail/canonical.ts';
import { statedByEvidence } from './stated-by-evidence.ts';
import { idOf, type Members, type Plain, type StatedDocument } from './stated-document.ts';

/**
 * A row that contradicts the sealed evidence. Contains the property's name, but not its value, which may be
 * personal.
 */
export type Contradiction = {
  readonly part: 'document' | 'recipient' | 'field' | 'signature' | 'evidence';
  /** Id of the document, recipient or field. For a signature, the id of its recipient. */
  readonly id: string;
  /** Name of the property, or `row` if a whole row is missing or has no counterpart in the evidence. */
  readonly member: string;
};

/**
 * Returns all contradictions between the rows of a document and its sealed evidence (docs/evidence.md).
 * `evidence` is the parsed `evidence.json` of the sealed file, or of the sealed record if the document was not
 * completed. `laterBodies` are the bodies of the events after sealing: completion, later withdrawals of consent,
 * and erasures. The caller verifies that the evidence is genuine and that the later events continue its chain.
 */
export function compareWithEvidence(
  rows: StatedDocument,
  evidence: unknown,
  laterBodies: readonly string[],
): Contradiction[] {
  const stated = statedByEvidence(evidence, laterBodies);
  const id = idOf(rows.document['id']);
  if (stated === undefined) return [{ part: 'evidence', id, member: 'form' }];
  return [
    ...differing('document', id, rows.document, stated.document),
    ...differingParts('recipient', rows.recipients, stated.recipients),
    ...differingParts('field', rows.fields, stated.fields),
    ...differingParts('signature', rows.signatures, stated.signatures),
  ];
}

function differingParts(
  part: Contradiction['part'],
  rows: ReadonlyMap<string, Members>,
  stated: ReadonlyMap<string, Members>,
): Contradiction[] {
  const ids = new Set([...rows.keys(), ...stated.keys()]);
  return [...ids].flatMap((id) => {
    const [row, sealed] = [rows.get(id), stated.get(id)];
    return row && sealed ? differing(part, id, row, sealed) : [{ part, id, member: 'row' }];
  });
}

/** Compares only properties in the evidence, because evidence from earlier versions has fewer of them. */
function differing(part: Contradiction['part'], id: string, row: Members, sealed: Members): Contradiction[] {
  return Object.entries(sealed)
    .filter(([member, value]) => !isSame(row[member] ?? null, value))
    .map(([member]) => ({ part, id, member }));
}

/** Compares canonical forms. A value without a canonical form cannot have been sealed, so it never matches. */
function isSame(row: Plain, sealed: Plain): boolean {
  try {
    return canonicalJson(row) === canonicalJson(sealed);
  } catch {
    return false;
  }
}

/** Returns a message for the operator. */
export function describeContradiction({ part, id, member }: Contradiction): string {
  if (part === 'evidence') return 'the evidence in its sealed file cannot be read.';
  const whose = part === 'document' ? 'its row' : `the row of ${part} ${id}`;
  return member === 'row'
    ? `${whose} is missing, or is not in the sealed evidence.`
    : `${whose} contradicts the sealed evidence: ${member}.`;
}
