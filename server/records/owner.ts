import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Actor } from '#core/trail/event.ts';

/** The acting account holder. */
export type Owner = {
  accountId: string;
  userId: string;
  email: string;
  name: string;
  /** When the address was confirmed, ms UTC; null if it is not. */
  confirmedAt: number | null;
  /** Who confirmed it; null if unknown. */
  confirmedBy: ConfirmedBy | null;
  /** Origin of the request; null if a job continues what they started. */
  from: From | null;
  /** Name and id of the API key through which a program acted. */
  key?: string | undefined;
  keyId?: string | undefined;
  /**
   * How the document is sent if not by the owner's own action; for a bulk send also who started it, if
   * another member continues it.
   */
  through?: {
    kind: 'public-form' | 'bulk-send';
    startedBy?: { name: string; email: string } | undefined;
    /** The address of a recipient who continues on our page now, so that their invitation can wait. */
    present?: string | undefined;
  };
  /** True for a test key: everything it creates is a test. */
  test?: boolean;
  /** The part of the account that they can see; a job sees all of it. */
  sight?: Visibility | undefined;
};

/** Origin of a request; never taken from client claims (T-11). */
export type From = { ip: string; userAgent: string };

type User = Pick<Owner, 'accountId' | 'userId' | 'email' | 'confirmedAt' | 'confirmedBy'> & {
  firstName: string;
  lastName: string;
  key?: { id: string; name: string; mode: 'live' | 'test' };
  sight?: Visibility;
} & From;

/** Returns the signed-in user as an owner. */
export function ownerOf({ firstName, lastName, ip, userAgent, ...user }: User): Owner {
  const { accountId, userId, email, confirmedAt, confirmedBy, sight } = user;
  const name = `${firstName} ${lastName}`.trim();
  const [key, keyId] = [user.key?.name, user.key?.id];
  const test = user.key?.mode === 'test';
  const who = { accountId, userId, email, name, confirmedAt, confirmedBy };
  return { ...who, from: { ip, userAgent }, key, keyId, test, sight };
}

/** Returns the actor and origin for an audit trail event. */
export function byOwner({ userId, name, email, from, key }: Owner): {
  actor: Actor;
  personal: Record<string, string>;
} {
  const personal = { actor: name, actorEmail: email, ...from, ...(key !== undefined && { apiKey: key }) };
  return { actor: { kind: 'user', id: userId }, personal };
}
