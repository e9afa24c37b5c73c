import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Route } from '#contract/route.ts';
import { isSchema } from '#contract/route.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { acting } from '../acting.ts';
import { clientOf } from '../input/client-of.ts';
import { knownAccount } from '../known-account.ts';
import { openFairTurns, type FairTurns, type Leave } from './fair-turns.ts';
import { tokenBuckets, type BucketSize, type Drawn } from './token-buckets.ts';

/**
 * The types of keys that calls are counted by: an API key or app, a browser session, a signing link, or an
 * address.
 */
export type CallerKind = 'key' | 'session' | 'link' | 'address';

/**
 * Rate limits (S-14): far more than a person or their program needs, and less than others would notice. An
 * address may be an office with many people; it is used only for routes that need neither session nor link.
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
/** Concurrent requests per account, link or address. A page makes about ten requests together. */
const ordinary = { ...waits, perKey: 3, perKeyAlone: 8, inAll: Infinity };
/** Concurrent searches: few per account, so that a search of another one starts soon. */
const search = { ...waits, perKey: 1, perKeyAlone: 2, inAll: 4 };
/** Reports, exports and large CSV files, which take seconds: two in total, and one per account. */
const heavy = { ...waits, perKey: 1, perKeyAlone: 1, inAll: 2 };
const ownHeavy = { ...heavy, inAll: Infinity };
/**
 * Large bodies: one at a time per account, link or address. A few wait in memory, at most 2 MB each. There is
 * no overall limit, since an account that keeps its turn for long delays only itself.
 */
const largeBodies = { waiting: 8, maxWaitMs: 15_000, perKey: 1, perKeyAlone: 1, inAll: Infinity };

export type Admission = {
  /**
   * Counts a call and sets the headers that say how many are left. Returns a refusal if the limit is
   * exceeded.
   */
  count(reply: FastifyReply, kind: CallerKind, key: string): Refusal | undefined;
  /** Waits for the turn of an authenticated request; undefined if it needs none. */
  enter(request: FastifyRequest, route: Route, caller: unknown): Promise<Leave | Refusal | undefined>;
  /** Waits for the turn of a large body that has been received but not parsed. */
  enterBody(request: FastifyRequest): Promise<Leave | Refusal>;
};

/** Decides whether a request is handled now, later or not at all. `now` is in milliseconds. */
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
   * The pause after a heavy request that reads, such as a report, is a turn of its account alone, so that it
   * delays no other account.
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
      // An MCP tool calls our own routes within its own turn.
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

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers. */
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

/** Machines that authenticate with a secret of the installation are not limited. */
const trusted: ReadonlySet<Caller> = new Set<Caller>([
  'monitor',
  'mail-server',
  'payment-provider',
  'operator',
]);

/** Refusing a load balancer's health check would take the whole process out of service. */
const watched: ReadonlySet<string> = new Set(['readHealth', 'readReadiness']);

/** Event streams stay open, and uploads have their own limits (server/documents/files/upload-turns.ts). */
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
 * After a large body or a heavy request that reads, its account waits this many times the time it took before the next
 * one, up to a maximum. In milliseconds.
 */
const pace = { times: 6, longest: 1000 };

/**
 * Keeps the turn for a while after its end, so that an account that sends them continuously uses only a
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

/** Signed-in callers are known before the body is read. Links are not looked up yet. */
function bodyKey(request: FastifyRequest): string {
  const { token } = request.params as { token?: string };
  return knownAccount(request) ?? token ?? `address ${clientOf(request)}`;
}

/**
 * Returns the key that a request is counted by before any lookup. API keys are counted when they are looked
 * up.
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
