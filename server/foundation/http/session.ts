import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Member, MemberRole } from '#core/permission/member.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { KeyMode, Scope } from '#core/permission/scope.ts';
import type { PlanName } from '#core/plan/plans.ts';

export interface SessionUser extends Member {
  accountId: string;
  userId: string;
  email: string;
  /** Role in the account, which determines the user's permissions. */
  role: MemberRole;
  /** True if the plan includes no team, so that only owners may do more than read. */
  withoutPlan: boolean;
  /** Name of the account; '' if it has none. */
  accountName: string;
  /** When the account will be closed, ms UTC; null if it is not being closed. */
  closesAt: number | null;
  /** True if the operator suspended the account. */
  suspended: boolean;
  /** When the address was confirmed, ms UTC; null if it is not. */
  confirmedAt: number | null;
  /** How the address was confirmed: by our email, or by an identity provider. */
  confirmedBy: ConfirmedBy | null;
  firstName: string;
  lastName: string;
  /** The plan whose limits currently apply. */
  plan: PlanName;
  /** False until a plan is chosen in onboarding. */
  planChosen: boolean;
  /** The account whose own identity provider started the session; null for the installation's provider. */
  signOn: string | null;
  /**
   * True if the account requires its identity provider for the user's domain, and this session did not use
   * it.
   */
  signOnMissing: boolean;
  /**
   * True if the account requires a second factor and this session has none. The user may then only set one
   * up.
   */
  twoFactorMissing: boolean;
  /**
   * The key of the request's session inside the server. It differs from the session id, which only the
   * browser has.
   */
  session: string;
}

export type UsedKey = {
  id: string;
  /** Name given by the key's creator, which audit trails repeat. */
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  /** The app that this connection belongs to. It is the same after a reconnection. */
  app?: string;
  /** The frame on another website in which the key is used, limited to one draft. */
  frame?: UsedFrame;
};

export type UsedFrame = {
  id: string;
  documentId: string;
  /** True if the program allowed sending the document from the frame. */
  send: boolean;
};

/** A signed-in user and where the request comes from. */
export type Asker = SessionUser & { ip: string; userAgent: string };

/** The signed-in user as routes see them. */
export type SignedInUser = Asker & {
  /** Which parts of the account the user can see. */
  sight: Visibility;
  /** The API key in use; undefined if the user has a session. */
  key?: UsedKey;
};

/** The sign-in that started a session. */
export interface SessionOrigin {
  ip: string;
  userAgent: string | undefined;
  /** The embedded provider's session in which it started. */
  providerSession?: string | undefined;
  /** True if the user signed in with a second factor or a passkey. */
  factor?: boolean | undefined;
  /** The account through whose identity provider the user signed in. */
  signOn?: string | undefined;
}

export interface Sessions {
  /** Starts a session and returns its id, which only the browser keeps (S-03). */
  begin(
    user: { accountId: string; userId: string },
    idToken: string | undefined,
    origin?: SessionOrigin,
  ): Promise<string>;
  /**
   * Switches to another account of the same person. The session expires as before, and open event streams
   * end.
   */
  moveTo(id: string, user: { accountId: string; userId: string }): Promise<void>;
  /** Returns the user with this session id; undefined if it is invalid or expired. */
  find(id: string): Promise<SessionUser | undefined>;
  /** Returns the account from which the session's member was removed; undefined for any other session. */
  removedFrom(id: string): Promise<string | undefined>;
  /** Like `find`, but does not extend the session. */
  look(id: string): Promise<SessionUser | undefined>;
  /** Records whether the user has proved a second factor in this session. */
  setFactor(user: { accountId: string; userId: string; session: string }, factor: boolean): Promise<void>;
  /** Ends a session permanently and returns the id token from its sign-in. */
  end(id: string): Promise<{ idToken: string | null } | undefined>;
  /** Returns the session's key inside the server, which cannot be used to sign in. */
  keyOf(id: string): string;
  /** Returns the keys of sessions that are still valid. Does not extend the sessions. */
  living(keys: readonly string[]): Promise<Set<string>>;
}
