import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Actor } from '#core/trail/event.ts';

/** The member who acts. */
export type Owner = {
  accountId: string;
  userId: string;
  email: string;
  name: string;
  /** When the address was confirmed, ms UTC; null if it is not. */
  confirmedAt: number | null;
  /** How the address was confirmed; null if unknown. */
  confirmedBy: ConfirmedBy | null;
  /** Where the request came from; null if a job continues what the member started. */
  from: From | null;
  /** Name and id of the API key, if a program acted. */
  key?: string | undefined;
  keyId?: string | undefined;
  /**
   * How the document is sent if the owner does not send it directly. For a bulk send that another member
   * continues, also who started it.
   */
  through?: {
    kind: 'public-form' | 'bulk-send';
    startedBy?: { name: string; email: string } | undefined;
    /** Address of a recipient who is continuing on our page, so that their invitation can wait. */
    present?: string | undefined;
    /** Ids of recipients that the visitor of a form named. The account knows nothing about them. */
    named?: readonly string[] | undefined;
  };
  /** True for a test key. Everything that it creates is a test. */
  test?: boolean;
  /** Which parts of the account they can see. A job can see everything. */
  sight?: Visibility | undefined;
};

/** Where a request came from, never taken from what the client claims (T-11). */
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

/**
 * Returns the recipients without the addresses of those whom the visitor of a form named. A visitor must not learn
 * or change what the account knows about them.
 */
export function chosenByMember<R extends { id: string; email: string }>(
  { through }: Owner,
  recipients: readonly R[],
): R[] {
  return recipients.map((one) => (through?.named?.includes(one.id) ? { ...one, email: '' } : one));
}

/** Returns the actor and origin for an audit trail event. */
export function byOwner({ userId, name, email, from, key }: Owner): {
  actor: Actor;
  personal: Record<string, string>;
} {
  const personal = { actor: name, actorEmail: email, ...from, ...(key !== undefined && { apiKey: key }) };
  return { actor: { kind: 'user', id: userId }, personal };
}
