import type { FieldProperties } from '../field/properties.ts';

/** A field of a template version in the form used for comparison. Positions are in points. */
export type ComparedField = {
  id: string;
  type: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  roleId: string | null;
  required: boolean;
  label: string;
  properties?: FieldProperties | undefined;
};
export type ComparedRole = { id: string; name: string };
export type ComparedVersion<Role extends ComparedRole = ComparedRole> = {
  name: string;
  description: string;
  category: string;
  fileSha256: string | null;
  signatureFields: readonly ComparedField[];
  roles: readonly Role[];
  formats: unknown;
  sending: Readonly<Record<string, unknown>>;
};

/** How a field or role differs between two versions. */
export type PartChange = 'added' | 'removed' | 'moved' | 'changed';

export type VersionChanges = {
  fields: ReadonlyMap<string, PartChange>;
  roles: ReadonlyMap<string, Exclude<PartChange, 'moved'>>;
  /** Keys of changed details and sending settings, and `file` and `formats`. */
  settings: string[];
};

/** Compares two versions of a template. Fields and roles keep their ids between versions. */
export function compareVersions(before: ComparedVersion, after: ComparedVersion): VersionChanges {
  const fields = changesOf(before.signatureFields, after.signatureFields, changeOfField);
  const roles = changesOf(before.roles, after.roles, (one, other) =>
    same(one, other) ? undefined : ('changed' as const),
  );
  const settings = [
    ...(['name', 'description', 'category'] as const).filter((key) => before[key] !== after[key]),
    ...(before.fileSha256 === after.fileSha256 ? [] : ['file']),
    ...(same(before.formats, after.formats) ? [] : ['formats']),
    ...Object.keys(after.sending).filter((key) => !same(before.sending[key], after.sending[key])),
  ];
  return { fields, roles, settings };
}

function changesOf<Part extends { id: string }, Change>(
  before: readonly Part[],
  after: readonly Part[],
  changeOf: (one: Part, other: Part) => Change | undefined,
): Map<string, Change | 'added' | 'removed'> {
  const earlier = new Map(before.map((part) => [part.id, part]));
  const changes = new Map<string, Change | 'added' | 'removed'>();
  for (const part of after) {
    const was = earlier.get(part.id);
    earlier.delete(part.id);
    const change = was ? changeOf(was, part) : 'added';
    if (change !== undefined) changes.set(part.id, change);
  }
  for (const id of earlier.keys()) changes.set(id, 'removed');
  return changes;
}

function changeOfField(
  { page, x, y, width, height, ...before }: ComparedField,
  after: ComparedField,
): 'moved' | 'changed' | undefined {
  const { page: onPage, x: left, y: top, width: wide, height: high, ...now } = after;
  if (!same(before, now)) return 'changed';
  const isMoved = page !== onPage || x !== left || y !== top || width !== wide || height !== high;
  return isMoved ? 'moved' : undefined;
}

/** Compares two values as JSON, ignoring the order of keys. */
function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object')
    return (one ?? null) === (other ?? null);
  const [some, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...some.keys(), ...others.keys()])].every((key) =>
    same(some.get(key), others.get(key)),
  );
}
