import { nameProblem, refuseName } from '../person/name.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Key-value pairs for the account's other systems. They are never printed, sealed or part of the evidence. */
export type Metadata = Readonly<Record<string, string>>;

/** Maximum lengths in UTF-16 code units, and the maximum number of entries. */
export const referenceLimits = { externalId: 200, entries: 20, key: 40, value: 500 } as const;

/** A reference in a request. Omitted properties keep their values, or come from the template. */
export type AskedReference = {
  externalId?: string | null | undefined;
  metadata?: Metadata | undefined;
  /** True to refuse an `externalId` that another document or template of the account already has. */
  uniqueExternalId?: boolean | undefined;
};

/**
 * Returns the reference with trimmed and Unicode-normalized texts, or why it is refused. The texts are not
 * changed further, because other systems search for exactly what they stored.
 */
export function readReference({
  externalId: id,
  metadata: pairs,
  uniqueExternalId,
}: AskedReference): AskedReference | Refusal {
  const externalId = typeof id === 'string' ? id.normalize('NFC').trim() || null : id;
  const metadata =
    pairs &&
    Object.fromEntries(
      Object.entries(pairs).map(([key, value]) => [
        key.normalize('NFC').trim(),
        value.normalize('NFC').trim(),
      ]),
    );
  const refused =
    refuseId(externalId ?? '') ?? refuseEqualKeys(pairs, metadata) ?? refuseMetadata(metadata ?? {});
  return refused ?? { externalId, metadata, uniqueExternalId };
}

/** Returns `metadata` with the pairs of `changes` added or replaced, or a refusal if there are too many. */
export function mergeMetadata(metadata: Metadata = {}, changes: Metadata = {}): Metadata | Refusal {
  const merged = { ...metadata, ...changes };
  return refuseMetadata(merged) ?? merged;
}

function refuseId(id: string): Refusal | undefined {
  const { externalId: most } = referenceLimits;
  return id.length > most ? tooLong('The external ID', most) : refuseText(id, 'The external ID');
}

/** Refuses two keys that are equal after normalization, because one of their values would be lost. */
function refuseEqualKeys(given: Metadata = {}, read: Metadata = {}): Refusal | undefined {
  if (Object.keys(given).length === Object.keys(read).length) return undefined;
  return refuse(
    'reference-invalid',
    'Two metadata keys differ only in spaces or Unicode composition. Rename one.',
  );
}

function refuseMetadata(metadata: Metadata): Refusal | undefined {
  const { entries: most, key: longest, value: longestValue } = referenceLimits;
  const pairs = Object.entries(metadata);
  if (pairs.length > most)
    return refuse(
      'reference-invalid',
      `Metadata can have up to ${most} keys, and you sent ${pairs.length}. Remove some.`,
    );
  for (const [key, value] of pairs) {
    if (key === '') return refuse('reference-invalid', 'A metadata key is empty. Name each key.');
    const refused =
      key.length > longest
        ? tooLong(`The metadata key ‘${key.slice(0, longest)}…’`, longest)
        : refuseText(key, `The metadata key ‘${key}’`);
    if (refused) return refused;
    const subject = `The metadata value of ‘${key}’`;
    const wrong = value.length > longestValue ? tooLong(subject, longestValue) : refuseText(value, subject);
    if (wrong) return wrong;
  }
  return undefined;
}

function tooLong(subject: string, most: number): Refusal {
  return refuse('reference-invalid', `${subject} is longer than ${most} characters. Shorten it.`);
}

/** Refuses hidden characters, as in names, so that texts that look equal are equal. */
function refuseText(text: string, subject: string): Refusal | undefined {
  const problem = nameProblem(text, []);
  return problem === 'control' || problem === 'invisible'
    ? refuseName('reference-invalid', subject, problem)
    : undefined;
}

export function externalIdTaken(externalId: string): Refusal {
  return refuse(
    'external-id-taken',
    `The external ID ‘${externalId}’ is already used in this account. Use another one, or leave out uniqueExternalId.`,
    { externalId },
  );
}
