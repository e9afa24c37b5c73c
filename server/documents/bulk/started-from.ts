import type { From, Owner } from '../../records/owner.ts';

/** Where a bulk send was started, including the API key or connected app if a program did it. */
export type StartedFrom = From & Pick<Owner, 'key' | 'keyId'>;

/** The member who started a bulk send, with their name at that time. */
export type StartedBy = { userId: string; name: string; email: string };

export function startedByOf({ userId, name, email }: Owner): StartedBy {
  return { userId, name, email };
}

/** Returns how a row's document is sent. If another member resumed the bulk send, both members are named. */
export function startedThrough(startedBy: StartedBy | null, senderId: string): NonNullable<Owner['through']> {
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

/** Returns the key or app for the remaining rows, if it was recorded at the start. */
export function bulkOwner(started: StartedFrom | null): Pick<Owner, 'from' | 'key' | 'keyId'> {
  if (!started) return { from: null };
  const { key, keyId, ...from } = started;
  return { from, key, keyId };
}
