import type { From, Owner } from '../records/owner.ts';

/** With the key or connected app by which a program did it. */
export type StartedFrom = From & Pick<Owner, 'key' | 'keyId'>;

/** The member who began a bulk send, as they were called then. */
export type StartedBy = { userId: string; name: string; email: string };

export function startedByOf({ userId, name, email }: Owner): StartedBy {
  return { userId, name, email };
}

/** How a row is sent: where another member goes on with the bulk send, both are named. */
export function throughOf(startedBy: StartedBy | null, senderId: string): NonNullable<Owner['through']> {
  const isOther = startedBy !== null && startedBy.userId !== senderId;
  return {
    kind: 'bulk-send',
    ...(isOther && { startedBy: { name: startedBy.name, email: startedBy.email } }),
  };
}

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
