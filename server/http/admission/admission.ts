import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route, Who } from '#contract/route.ts';
import { isSchema } from '#contract/route.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { acting } from '../acting.ts';
import { clientOf } from '../client-of.ts';
import { openFairTurns, type FairTurns, type Leave } from './fair-turns.ts';
import { tokenBuckets, type BucketSize, type Drawn } from './token-buckets.ts';

/** By what calls are counted: an API key or app, a session in a browser, a signing link, or an address. */
export type CallerKind = 'key' | 'session' | 'link' | 'address';

/**
 * How often each may call (S-14): far more than a person or a program of theirs needs, and less than others would feel. An
 * address may be an office of many people, and asks only for what needs no session and no link.
 */
export const callLimits: Record<CallerKind, BucketSize> = {
  key: { most: 600, withinSeconds: 60 },
  session: { most: 600, withinSeconds: 60 },
  link: { most: 300, withinSeconds: 60 },
  address: { most: 1200, withinSeconds: 60 },
};

const names: Record<CallerKind, string> = {
  key: 'API key',
  session: 'browser',
  link: 'signing link',
  address: 'network address',
};

const waits = { waiting: 200, longestWait: 15_000 };
/** Requests of one account, link or address at the same time. A page asks for about ten things together. */
const ordinary = { ...waits, perKey: 3, perKeyAlone: 8, inAll: Infinity };
/** Searches: few of one account, so that a search of another one begins soon. */
const search = { ...waits, perKey: 1, perKeyAlone: 2, inAll: 4 };
/** Reports, exports and large files of rows, which take seconds: one of an account, and two of all accounts. */
const heavy = { ...waits, perKey: 1, perKeyAlone: 1, inAll: 2 };

export type Admission = {
  /** Counts a call, says in its answer how many are left, and answers why it is one too many. */
  count(reply: FastifyReply, kind: CallerKind, key: string): Refusal | undefined;
  /** Waits for the turn of a request whose caller is proven; undefined where it needs none. */
  enter(request: FastifyRequest, route: Route, caller: unknown): Promise<Leave | Refusal | undefined>;
};

/** The one place that decides whether a request is answered now, later, or not. `now` is in ms. */
export function openAdmission(now: () => number, limits = callLimits): Admission {
  const kinds = Object.keys(limits) as CallerKind[];
  const buckets = new Map(kinds.map((kind) => [kind, tokenBuckets(limits[kind], now)]));
  const turns: Record<Weight, FairTurns> = {
    ordinary: openFairTurns(ordinary),
    search: openFairTurns(search),
    heavy: openFairTurns(heavy),
  };
  return {
    count(reply, kind, key) {
      const drawn = buckets.get(kind)!(key);
      tellLeft(reply, kind, limits[kind], drawn);
      return drawn.isAllowed ? undefined : tooMany(kind, limits[kind], drawn);
    },
    async enter(request, route, caller) {
      // An act of an assistant asks our own routes in its turn.
      if (acting.getStore() || !takesTurns(route)) return undefined;
      const leave = await turns[weightOf(route, request)].enter(turnKey(request, caller));
      return leave ?? busy;
    },
  };
}

/** In the words of draft-ietf-httpapi-ratelimit-headers. */
function tellLeft(
  reply: FastifyReply,
  kind: CallerKind,
  { most, withinSeconds }: BucketSize,
  drawn: Drawn,
): void {
  reply.header('ratelimit-policy', `"${kind}";q=${most};w=${withinSeconds}`);
  reply.header('ratelimit', `"${kind}";r=${drawn.left};t=${drawn.seconds}`);
}

function tooMany(kind: CallerKind, { most }: BucketSize, { seconds }: Drawn): Refusal {
  const detail = `This ${names[kind]} has made ${most} calls within a minute. Wait ${seconds} seconds and go on.`;
  return { ...refuse('too-many-requests', detail), retryAfter: seconds };
}

const busy: Refusal = {
  ...refuse(
    'too-many-requests',
    'Too many requests of yours are waiting already. Nothing was done for this one. Try again in a few seconds.',
  ),
  retryAfter: 5,
};

/** Machines that prove themselves by a secret of the installation are not in its way. */
const trusted: ReadonlySet<Who> = new Set<Who>(['monitor', 'mail-server', 'payment-provider', 'operator']);

/** A balancer that is refused here would take the whole process out of service. */
const watched: ReadonlySet<string> = new Set(['readHealth', 'readReadiness']);

/** A stream stays open, and bytes have turns by their size (server/files/upload-turns.ts). */
function takesTurns({ who, answers, body }: Route): boolean {
  if (trusted.has(who)) return false;
  const isStream = Object.values(answers).some((answer) => !isSchema(answer) && answer.kind === 'events');
  return !isStream && (body === undefined || isSchema(body));
}

type Weight = 'ordinary' | 'search' | 'heavy';

function weightOf({ heavy: when }: Route, { query }: FastifyRequest): Weight {
  if (when !== 'search') return when === true ? 'heavy' : 'ordinary';
  const { q } = query as { q?: unknown };
  return typeof q === 'string' && q.trim() !== '' ? 'search' : 'ordinary';
}

type Proven = { user?: { accountId: string }; visit?: { recipientId: string } };

function turnKey(request: FastifyRequest, caller: unknown): string {
  const { user, visit } = caller as Proven;
  return user?.accountId ?? visit?.recipientId ?? `address ${clientOf(request)}`;
}

/** By what an anonymous or signed-in request is counted before anything is looked up; a key is counted where it is found. */
export function countedBy(
  request: FastifyRequest,
  { who, name }: Route,
  sessionCookie: string,
): { kind: CallerKind; key: string } | undefined {
  if (trusted.has(who) || watched.has(name) || acting.getStore()) return undefined;
  if (who === 'signer') return { kind: 'link', key: (request.params as { token: string }).token };
  if (who !== 'anyone' && request.headers.authorization !== undefined) return undefined;
  const session = request.cookies[sessionCookie];
  return session === undefined
    ? { kind: 'address', key: clientOf(request) }
    : { kind: 'session', key: session };
}
