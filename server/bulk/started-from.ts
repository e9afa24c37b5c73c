import type { From, Owner } from '../records/owner.ts';

/** With the key or connected app by which a program did it. */
export type StartedFrom = From & Pick<Owner, 'key' | 'keyId'>;

export function startedFromOf({
  from,
  key,
  keyId,
}: Pick<Owner, 'from' | 'key' | 'keyId'>): StartedFrom | null {
  return from && { ...from, ...(key !== undefined && { key, keyId }) };
}

/** Who goes on with it, as far as it is known from where it was begun. */
export function begunBy(started: StartedFrom | null): Pick<Owner, 'from' | 'key' | 'keyId'> {
  if (!started) return { from: null };
  const { key, keyId, ...from } = started;
  return { from, key, keyId };
}
