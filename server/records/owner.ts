import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Sight } from '#core/permission/sight.ts';
import type { Actor } from '#core/trail/event.ts';

/** Who asks: an account holder. */
export type Owner = {
  accountId: string;
  userId: string;
  email: string;
  name: string;
  /** Since when the address is known to be theirs, ms UTC; null while it is not. */
  confirmedAt: number | null;
  /** Who has shown that; null where it is not known. */
  confirmedBy: ConfirmedBy | null;
  /** Where they did it from; null when a job goes on with what they began. */
  from: From | null;
  /** The API key by which a program did it for them, as they call it; and its id. */
  key?: string | undefined;
  keyId?: string | undefined;
  /** How they send, where it is not by an act of their own; of a bulk send, who began it if someone else goes on with it. */
  through?: { kind: 'public-form' | 'bulk-send'; startedBy?: { name: string; email: string } | undefined };
  /** Of a test key: what they make is a test, and nothing real. */
  test?: boolean;
  /** How much they see of the account; a job sees all of it. */
  sight?: Sight | undefined;
};

/** Where a request came from; never taken from what the client claims (T-11). */
export type From = { ip: string; userAgent: string };

type User = Pick<Owner, 'accountId' | 'userId' | 'email' | 'confirmedAt' | 'confirmedBy'> & {
  firstName: string;
  lastName: string;
  key?: { id: string; name: string; mode: 'live' | 'test' };
  sight?: Sight;
} & From;

/** Who is signed in, as the owner of what they make. */
export function ownerOf({ firstName, lastName, ip, userAgent, ...user }: User): Owner {
  const { accountId, userId, email, confirmedAt, confirmedBy, sight } = user;
  const name = `${firstName} ${lastName}`.trim();
  const [key, keyId] = [user.key?.name, user.key?.id];
  const test = user.key?.mode === 'test';
  const who = { accountId, userId, email, name, confirmedAt, confirmedBy };
  return { ...who, from: { ip, userAgent }, key, keyId, test, sight };
}

/** Who does it and from where, for the trail. */
export function byOwner({ userId, name, email, from, key }: Owner): {
  actor: Actor;
  personal: Record<string, string>;
} {
  const personal = { actor: name, actorEmail: email, ...from, ...(key !== undefined && { apiKey: key }) };
  return { actor: { kind: 'user', id: userId }, personal };
}
