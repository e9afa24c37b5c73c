import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Member, MemberRole } from '#core/permission/member.ts';
import type { Sight } from '#core/permission/sight.ts';
import type { KeyMode, Scope } from '#core/permission/scope.ts';
import type { PlanName } from '#core/plan/plans.ts';

/** The person of a session. */
export interface SessionUser extends Member {
  accountId: string;
  userId: string;
  email: string;
  /** Their role in the account, which decides what they may do. */
  role: MemberRole;
  /** The plan has no team, so that only owners do more than read. */
  withoutPlan: boolean;
  /** The name of the account; '' while nobody has given it one. */
  accountName: string;
  /** When the account closes, ms UTC; null unless an owner closes it. */
  closesAt: number | null;
  /** Since when the address is known to be theirs, ms UTC; null while it is not. */
  confirmedAt: number | null;
  /** Who has shown that. */
  confirmedBy: ConfirmedBy | null;
  firstName: string;
  lastName: string;
  /** The plan whose limits hold now. */
  plan: PlanName;
  /** False until a plan was chosen, which is what onboarding is for. */
  planChosen: boolean;
  /** The account at whose own provider the session began; null: at the one that everybody signs in at. */
  signOn: string | null;
  /** The people of their domain sign in at the account's provider, and this session began elsewhere. */
  signOnMissing: boolean;
  /** The account asks a second factor of everybody, and this session has none: they can set one up, and no more. */
  factorMissing: boolean;
  /** The name of the session that this request belongs to; not its id, which only the browser has. */
  session: string;
}

/** The API key that a request came with. */
export type UsedKey = {
  id: string;
  /** As its maker calls it; the trail repeats it. */
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  /** The app whose connection it is; it stays the same when the app is connected anew. */
  app?: string;
  /** The frame of another website in which somebody acts by it, for one draft. */
  frame?: UsedFrame;
};

export type UsedFrame = {
  id: string;
  documentId: string;
  /** Whether the program that asked for it wanted the document to be sent from there. */
  send: boolean;
};

/** Somebody who is signed in, and where this request came from. */
export type Asker = SessionUser & { ip: string; userAgent: string };

/** The person who is signed in, as every route may see them. */
export type SignedInUser = Asker & {
  /** How much they see of the account. */
  sight: Sight;
  /** The API key that they act by; undefined when they are here themselves. */
  key?: UsedKey;
};

/** Where a session began. */
export interface SessionOrigin {
  ip: string;
  userAgent: string | undefined;
  /** The session of the embedded provider that it began in. */
  providerSession?: string | undefined;
  /** Whether it began with a second factor, or with a passkey. */
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
  /** Goes on in another account of the same person. It lasts no longer for that; open streams of before end. */
  moveTo(id: string, user: { accountId: string; userId: string }): Promise<void>;
  /** Who is signed in by this id; undefined when nobody is, or no longer. */
  find(id: string): Promise<SessionUser | undefined>;
  /** The same, without keeping the session alive by it. */
  look(id: string): Promise<SessionUser | undefined>;
  /** Notes that the person of a session, by its name, has proved a second factor in it; or has none any more. */
  setFactor(user: { accountId: string; userId: string; session: string }, factor: boolean): Promise<void>;
  /** Ends a session for good, and returns what the provider gave at its start. */
  end(id: string): Promise<{ idToken: string | null } | undefined>;
  /** The name of a session inside the server; nobody is signed in by it. */
  keyOf(id: string): string;
  /** Which sessions of these names have neither ended nor run out. Looking keeps none of them alive. */
  living(keys: readonly string[]): Promise<Set<string>>;
}
