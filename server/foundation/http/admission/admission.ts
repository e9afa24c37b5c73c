import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Route } from '#contract/route.ts';
import { isSchema } from '#contract/route.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { acting } from '../acting.ts';
import { clientOf } from '../input/client-of.ts';
import { knownAccount } from '../known-account.ts';
import { openFairTurns, type FairTurns, type Leave } from './fair-turns.ts';
import { tokenBuckets, type BucketSize, type Drawn } from './token-buckets.ts';

/** Keys for counting calls: an API key or app, a browser session, a signing link, or an address. */
export type CallerKind = 'key' | 'session' | 'link' | 'address';

/**
 * Rate limits (S-14). They allow far more than a person or program needs, but less than others would notice.
 * The limit per address applies only to routes without a session or link, because an office with many people
 * may share an address.
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

const waits = { waiting: 200, maxWaitMs: 15_000 };
/** Concurrent requests per account, link or address. A page sends about ten together. */
const ordinary = { ...waits, perKey: 3, perKeyAlone: 8, inAll: Infinity };
/** Concurrent searches. The limit per account is low, so that other accounts' searches start soon. */
const search = { ...waits, perKey: 1, perKeyAlone: 2, inAll: 4 };
/** Reports, exports and large CSV files, which take seconds. Two may run in total, and one per account. */
const heavy = { ...waits, perKey: 1, perKeyAlone: 1, inAll: 2 };
const ownHeavy = { ...heavy, inAll: Infinity };
/**
 * Large bodies: one at a time per account, link or address. A few more wait in memory, at most 2 MB each.
 * There is no overall limit, since an account that takes long delays only itself.
 */
const largeBodies = { waiting: 8, maxWaitMs: 15_000, perKey: 1, perKeyAlone: 1, inAll: Infinity };

export type Admission = {
  /**
   * Counts a call and sets the headers with the remaining number. Returns a refusal if there is none left.
   */
  count(reply: FastifyReply, kind: CallerKind, key: string): Refusal | undefined;
  /** Waits for the turn of an authenticated request. Undefined if the request needs no turn. */
  enter(request: FastifyRequest, route: Route, caller: unknown): Promise<Leave | Refusal | undefined>;
  /** Waits for the turn of a large body that was received and not parsed yet. */
  enterBody(request: FastifyRequest): Promise<Leave | Refusal>;
};

/** Decides whether a request is handled now, later or not at all. `now` returns milliseconds. */
export function openAdmission(now: () => number, limits = callLimits): Admission {
  const kinds = Object.keys(limits) as CallerKind[];
  const buckets = new Map(kinds.map((kind) => [kind, tokenBuckets(limits[kind], now)]));
  const turns: Record<Weight, FairTurns> = {
    ordinary: openFairTurns(ordinary),
    search: openFairTurns(search),
    heavy: openFairTurns(heavy),
  };
  const bodies = openFairTurns(largeBodies);
  const ofAccount = openFairTurns(ownHeavy);
  /**
   * After a heavy request that only reads, such as a report, the account pauses. Its pause uses a turn of the
   * account only, so no other account waits.
   */
  const enterHeavy = async (key: string, pauses: boolean): Promise<Leave | undefined> => {
    const own = await ofAccount.enter(key);
    if (!own) return undefined;
    const leave = await turns.heavy.enter(key);
    if (!leave) {
      own();
      return undefined;
    }
    const end = pauses ? paced(own, now) : own;
    return () => {
      leave();
      end();
    };
  };
  return {
    count(reply, kind, key) {
      const drawn = buckets.get(kind)!(key);
      reportRemaining(reply, kind, limits[kind], drawn);
      return drawn.isAllowed ? undefined : tooMany(kind, limits[kind], drawn);
    },
    async enter(request, route, caller) {
      // An MCP tool calls our own routes, and already has a turn.
      if (acting.getStore() || !takesTurns(route)) return undefined;
      const [weight, key] = [weightOf(route, request), turnKey(request, caller)];
      return (
        (await (weight === 'heavy' ? enterHeavy(key, request.method === 'GET') : turns[weight].enter(key))) ??
        busy
      );
    },
    async enterBody(request) {
      const leave = await bodies.enter(bodyKey(request));
      return leave ? paced(leave, now) : busy;
    },
  };
}

/** Sets the rate limit headers (draft-ietf-httpapi-ratelimit-headers). */
function reportRemaining(
  reply: FastifyReply,
  kind: CallerKind,
  { most, withinSeconds }: BucketSize,
  drawn: Drawn,
): void {
  reply.header('ratelimit-policy', `"${kind}";q=${most};w=${withinSeconds}`);
  reply.header('ratelimit', `"${kind}";r=${drawn.left};t=${drawn.seconds}`);
}

function tooMany(kind: CallerKind, { most }: BucketSize, { seconds }: Drawn): Refusal {
  const detail = `This ${names[kind]} made ${most} requests within a minute. Wait ${seconds} seconds, then continue.`;
  return { ...refuse('too-many-requests', detail), retryAfter: seconds };
}

const busy: Refusal = {
  ...refuse(
    'too-many-requests',
    'Too many of your requests are waiting. This one was not processed. Try again in a few seconds.',
  ),
  retryAfter: 5,
};

/** Machines that authenticate with a secret of this installation are not limited. */
const trusted: ReadonlySet<Caller> = new Set<Caller>([
  'monitor',
  'mail-server',
  'payment-provider',
  'operator',
]);

/** If a load balancer's health check were refused, the whole process would get no more requests. */
const watched: ReadonlySet<string> = new Set(['readHealth', 'readReadiness']);

/**
 * Event streams stay open for long, and uploads have their own limits
 * (server/documents/files/upload-turns.ts).
 */
function takesTurns({ caller, answers, body }: Route): boolean {
  if (trusted.has(caller)) return false;
  const isStream = Object.values(answers).some((answer) => !isSchema(answer) && answer.kind === 'events');
  return !isStream && (body === undefined || isSchema(body));
}

type Weight = 'ordinary' | 'search' | 'heavy';

function weightOf({ heavy: when }: Route, { query }: FastifyRequest): Weight {
  const { q, format = 'json' } = query as { q?: unknown; format?: unknown };
  if (when === 'file') return format === 'json' ? 'ordinary' : 'heavy';
  if (when !== 'search') return when === true ? 'heavy' : 'ordinary';
  return typeof q === 'string' && q.trim() !== '' ? 'search' : 'ordinary';
}

type Proven = { user?: { accountId: string }; visit?: { recipientId: string } };

function turnKey(request: FastifyRequest, caller: unknown): string {
  const { user, visit } = caller as Proven;
  return user?.accountId ?? visit?.recipientId ?? `address ${clientOf(request)}`;
}

/**
 * After a large body or a heavy read, the account waits for a multiple of the duration before the next one,
 * but at most `longest` milliseconds.
 */
const pace = { times: 6, longest: 1000 };

/**
 * Holds the turn for a while after its end, so that an account that sends requests continuously gets only a
 * seventh of the time.
 */
function paced(leave: Leave, now: () => number): Leave {
  const begun = now();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    setTimeout(leave, Math.min(pace.longest, pace.times * (now() - begun))).unref();
  };
}

/** Signed-in callers are known before the body is read. Signing links are not looked up yet. */
function bodyKey(request: FastifyRequest): string {
  const { token } = request.params as { token?: string };
  return knownAccount(request) ?? token ?? `address ${clientOf(request)}`;
}

/**
 * Returns the key that a request is counted by before any lookup. API keys are counted later, when they are
 * looked up.
 */
export function rateLimitKey(
  request: FastifyRequest,
  { caller, name }: Route,
  sessionCookie: string,
): { kind: CallerKind; key: string } | undefined {
  if (trusted.has(caller) || watched.has(name) || acting.getStore()) return undefined;
  if (caller === 'signer') return { kind: 'link', key: (request.params as { token: string }).token };
  if (caller !== 'anyone' && request.headers.authorization !== undefined) return undefined;
  const session = request.cookies[sessionCookie];
  return session === undefined
    ? { kind: 'address', key: clientOf(request) }
    : { kind: 'session', key: session };
}
