import { addressOf } from '#contract/address.ts';
import { liveEvents, type LiveEnding } from '#contract/live.ts';
import { accountPaths } from '#contract/paths.ts';
import { change } from './call.ts';
import { liveConnection, tellConnection } from './connection.ts';
import { queryClient } from './query-client.ts';
import { changesUnderWay, RequestError } from './request.ts';

/** First wait before another try; doubles up to the slowest, with chance in it, so that not all come at once. Ms. */
const firstWait = 1000;
const slowestWait = 30_000;
/** A page that nobody looks at gives its place free after this. Ms. */
const restAfter = 60_000;
/** Hints of one moment are one round of questions; under a stream of them there is one a second. Ms. */
const gathered = 60;
const betweenRounds = 1000;

/**
 * Follows along what happens in the account, and asks again for what the page shows of it. One stream a page;
 * nothing polls. Answers how to stop.
 */
export function followLive(): () => void {
  let source: EventSource | undefined;
  let wait = firstWait;
  let timer: number | undefined;
  let hiddenTimer: number | undefined;
  let missed = false;
  let stopped = false;

  const open = (): void => {
    if (stopped || source) return;
    window.clearTimeout(timer);
    source = new EventSource(addressOf(accountPaths.followAccount));
    source.onopen = () => {
      wait = firstWait;
      tellConnection('open');
      if (missed) hear(['all']);
      missed = false;
    };
    source.onerror = () => void lost();
    source.addEventListener(liveEvents.hints, (event) => hear(topicsOf(event)));
    source.addEventListener(liveEvents.end, (event) => ended((event as MessageEvent<LiveEnding>).data));
  };
  const close = (): void => {
    source?.close();
    source = undefined;
    missed = true;
  };
  const rest = (): void => {
    close();
    window.clearTimeout(timer);
    if (liveConnection.current() === 'open') tellConnection('resting');
  };
  const lost = async (): Promise<void> => {
    if (stopped || !source) return;
    close();
    tellConnection('lost');
    if (await sessionIsOver()) return stop();
    const jitter = 0.5 + Math.random() / 2;
    timer = window.setTimeout(open, wait * jitter);
    wait = Math.min(wait * 2, slowestWait);
  };
  const ended = (why: LiveEnding): void => {
    if (why === 'replaced') return rest();
    // 'session-ended' asks the server, whose 401 every part of the page hears; 'shutdown' looks for a successor.
    void lost();
  };
  const looked = (): void => {
    window.clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') hiddenTimer = window.setTimeout(rest, restAfter);
    else if (liveConnection.current() === 'resting') open();
  };
  const online = (): void => {
    wait = firstWait;
    open();
  };
  const offline = (): void => {
    close();
    window.clearTimeout(timer);
    tellConnection('lost');
  };
  const stop = (): void => {
    stopped = true;
    close();
    window.clearTimeout(timer);
    window.clearTimeout(hiddenTimer);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    window.removeEventListener('focus', looked);
    document.removeEventListener('visibilitychange', looked);
  };
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  window.addEventListener('focus', looked);
  document.addEventListener('visibilitychange', looked);
  open();
  return stop;
}

/** A stream that cannot be opened does not say why; a question does. Its 401 is heard by the whole page. */
async function sessionIsOver(): Promise<boolean> {
  try {
    await change(accountPaths.readCurrentUser);
    return false;
  } catch (error) {
    return error instanceof RequestError && error.status === 401;
  }
}

function topicsOf(event: Event): string[] {
  try {
    const topics: unknown = JSON.parse((event as MessageEvent<string>).data);
    return Array.isArray(topics) ? topics.map(String) : ['all'];
  } catch {
    return ['all'];
  }
}

let pending = new Set<string>();
let round: number | undefined;
let lastRound = 0;

/**
 * Gathers hints, and waits for a change that this page is making itself: whoever makes it says what happens
 * then, and the page must not change under their hands before.
 */
function hear(topics: readonly string[]): void {
  for (const topic of topics) pending.add(topic);
  const soon = Math.max(gathered, lastRound + betweenRounds - Date.now());
  round ??= window.setTimeout(ask, soon);
}

function ask(): void {
  round = undefined;
  if (changesUnderWay() > 0) {
    round = window.setTimeout(ask, gathered);
    return;
  }
  lastRound = Date.now();
  const topics = pending;
  pending = new Set();
  for (const queryKey of keysOf(topics)) void queryClient.invalidateQueries({ queryKey });
}

/** What a page may show of each topic: the beginnings of the keys of its queries. */
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

/** Subjects that are one thing each, and what of the page shows them. */
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
  ],
  audit: [['api', 'audit']],
  webhooks: [['api', 'webhooks']],
};

function keysOfTopic(topic: string): string[][] {
  const [subject = '', id] = topic.split(':');
  if (id === undefined) return Object.hasOwn(subjects, subject) ? (subjects[subject] ?? []) : [];
  if (subject === 'bulk') return [['api', 'bulk']];
  return subject === 'document' ? [...lists, ['api', 'documents', id], ...used] : [];
}
