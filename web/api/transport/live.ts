import { addressOf } from '#contract/address.ts';
import { liveEvents, type LiveEnding } from '#contract/api/realtime.ts';
import { accountPaths } from '#contract/paths.ts';
import { follow } from '../../kit/follow.ts';
import { change } from './call.ts';
import { reportConnection } from './connection.ts';
import { queryClient } from './query-client.ts';
import { pendingMutations, RequestError } from './request.ts';

/**
 * Events within this many milliseconds are handled together in one round of requests, so a constant stream of
 * events causes one round per second.
 */
const gathered = 60;
const betweenRounds = 1000;

/**
 * Follows the real-time events of the account and reloads the affected queries of the page. One stream per
 * page, and no polling. Returns a function that stops it.
 */
export function followLive(): () => void {
  return follow(addressOf(accountPaths.followAccount), {
    on: { [liveEvents.hints]: (data) => hear(topicsOf(data)) },
    onEnd: (why) => {
      if (why === ('session-ended' satisfies LiveEnding)) void sessionIsOver();
      return why === ('replaced' satisfies LiveEnding) ? 'rest' : 'try-again';
    },
    onBack: () => hear(['all']),
    goOn: async () => !(await sessionIsOver()),
    onConnection: reportConnection,
  });
}

/** The page handles the resulting 401. */
async function sessionIsOver(): Promise<boolean> {
  try {
    await change(accountPaths.readCurrentUser);
    return false;
  } catch (error) {
    return error instanceof RequestError && error.status === 401;
  }
}

function topicsOf(data: string): string[] {
  try {
    const topics: unknown = JSON.parse(data);
    return Array.isArray(topics) ? topics.map(String) : ['all'];
  } catch {
    return ['all'];
  }
}

let pending = new Set<string>();
let round: number | undefined;
let lastRound = 0;

/**
 * Collects events, and holds them back while this page is making a change, because the code that makes the
 * change must update the page itself.
 */
function hear(topics: readonly string[]): void {
  for (const topic of topics) pending.add(topic);
  const soon = Math.max(gathered, lastRound + betweenRounds - Date.now());
  round ??= window.setTimeout(ask, soon);
}

function ask(): void {
  round = undefined;
  if (pendingMutations() > 0) {
    round = window.setTimeout(ask, gathered);
    return;
  }
  lastRound = Date.now();
  const topics = pending;
  pending = new Set();
  for (const queryKey of keysOf(topics)) void queryClient.invalidateQueries({ queryKey });
}

/** Returns the key prefixes of the queries that may show each topic. */
export function keysOf(topics: ReadonlySet<string>): string[][] {
  if (topics.has('all')) return [['api']];
  const keys = new Map<string, string[]>();
  for (const topic of topics) for (const key of keysOfTopic(topic)) keys.set(key.join(' '), key);
  return [...keys.values()];
}

const lists = [
  ['api', 'documents', 'list'],
  ['api', 'dashboard'],
  ['api', 'audit'],
];
const used = [
  ['api', 'user', 'usage'],
  ['api', 'subscription', 'usage'],
];

/** Topics without an id, and the queries that show them. */
const subjects: Readonly<Record<string, string[][]>> = {
  documents: [...lists, ...used, ['api', 'folders'], ['api', 'documents', 'owners']],
  templates: [['api', 'templates'], ...used],
  contacts: [['api', 'contacts']],
  folders: [['api', 'folders']],
  notices: [['api', 'notices']],
  account: [
    ['api', 'auth', 'user'],
    ['api', 'user'],
    ['api', 'subscription'],
    ['api', 'team'],
    ['api', 'accounts'],
  ],
  audit: [['api', 'audit']],
  webhooks: [
    ['api', 'webhooks'],
    ['api', 'destinations'],
  ],
  exports: [['api', 'exports']],
};

function keysOfTopic(topic: string): string[][] {
  const [subject = '', id] = topic.split(':');
  if (id === undefined) return Object.hasOwn(subjects, subject) ? (subjects[subject] ?? []) : [];
  if (subject === 'bulk') return [['api', 'bulk']];
  return subject === 'document' ? [...lists, ['api', 'documents', id], ...used] : [];
}
