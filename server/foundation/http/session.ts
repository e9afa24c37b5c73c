import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Member, MemberRole } from '#core/permission/member.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { KeyMode, Scope } from '#core/permission/scope.ts';
import type { PlanName } from '#core/plan/plans.ts';

/** The user of a session. */
export interface SessionUser extends Member {
  accountId: string;
  userId: string;
  email: string;
  /** Role in the account, which determines their permissions. */
  role: MemberRole;
  /** True if the plan includes no team, so that only owners can do more than read. */
  withoutPlan: boolean;
  /** The name of the account; '' if none is set. */
  accountName: string;
  /** When the account will be closed, ms UTC; null if it is not being closed. */
  closesAt: number | null;
  /** The operator suspended the account. */
  suspended: boolean;
  /** When the address was confirmed, ms UTC; null if it is not. */
  confirmedAt: number | null;
  /** The party that confirmed it. */
  confirmedBy: ConfirmedBy | null;
  firstName: string;
  lastName: string;
  /** The plan whose limits apply now. */
  plan: PlanName;
  /** False until a plan is chosen in onboarding. */
  planChosen: boolean;
  /** The account whose own identity provider started the session; null for the common one. */
  signOn: string | null;
  /** True if people of their domain must sign in at the account's provider and this session did not. */
  signOnMissing: boolean;
  /**
   * True if the account requires a second factor and this session has none; then the user can only set one
   * up.
   */
  twoFactorMissing: boolean;
  /** The key of the request's session. This is not its id, which only the browser has. */
  session: string;
}

/** The API key of a request. */
export type UsedKey = {
  id: string;
  /** Name given by its creator, which audit trails repeat. */
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  /** The app that the connection belongs to; unchanged when the app is reconnected. */
  app?: string;
  /** The frame on another website in which the key is used, for one draft. */
  frame?: UsedFrame;
};

export type UsedFrame = {
  id: string;
  documentId: string;
  /** True if the program allowed sending the document from the frame. */
  send: boolean;
};

/** A signed-in user and the origin of the request. */
export type Asker = SessionUser & { ip: string; userAgent: string };

/** The signed-in user as every route sees them. */
export type SignedInUser = Asker & {
  /** Limits on the visible parts of the account. */
  sight: Visibility;
  /** The API key in use; undefined for a user with a session. */
  key?: UsedKey;
};

/** The sign-in that began a session. */
export interface SessionOrigin {
  ip: string;
  userAgent: string | undefined;
  /** The session of the embedded provider that it began in. */
  providerSession?: string | undefined;
  /** True if it began with a second factor or a passkey. */
  factor?: boolean | undefined;
  /** The account whose own provider they signed in at. */
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
   * Switches to another account of the same person. The session's expiry is unchanged; open event streams
   * end.
   */
  moveTo(id: string, user: { accountId: string; userId: string }): Promise<void>;
  /** The user with this session id; undefined if it is invalid or expired. */
  find(id: string): Promise<SessionUser | undefined>;
  /** The account from which the member of this session was removed; undefined for any other session. */
  removedFrom(id: string): Promise<string | undefined>;
  /** The same as `find`, without extending the session. */
  look(id: string): Promise<SessionUser | undefined>;
  /** Records whether the user has proved a second factor in this session. */
  setFactor(user: { accountId: string; userId: string; session: string }, factor: boolean): Promise<void>;
  /** Ends a session permanently and returns the id token from its start. */
  end(id: string): Promise<{ idToken: string | null } | undefined>;
  /** The key of a session inside the server, which cannot be used to sign in. */
  keyOf(id: string): string;
  /** The sessions among these keys that are still valid. Does not extend them. */
  living(keys: readonly string[]): Promise<Set<string>>;
}
