import { listen, type Subscription } from '../../foundation/db/notify.ts';
import type { RealtimeDeps } from './deps.ts';
import { hintChannel, readHint, type Hint } from './hint.ts';
import type { LiveStream } from './live-stream.ts';
import { isForSigner, openReaders, notifyMember, type Reader } from './readers.ts';

export type HubParts = Pick<RealtimeDeps, 'database' | 'clock'> & {
  /** Returns which of these sessions are still valid. */
  livingSessions: (keys: string[]) => Promise<Set<string>>;
  report: (error: unknown) => void;
};

/** Sends changes made by any instance to open pages. */
export interface Hub {
  /** Starts listening to the database. `join` also does this. */
  start(): Promise<void>;
  /**
   * Returns undefined if the maximum number of streams is reached. Rejects if listening to the database
   * fails.
   */
  join(reader: Reader): Promise<LiveStream | undefined>;
  /** Ends all streams, so that the server can stop. */
  close(): Promise<void>;
}

/** Milliseconds between heartbeats, well below the minute after which proxies close an idle connection. */
const beatEvery = 25_000;
/** Milliseconds between checks for expired sessions, because expiry causes no event. */
const sessionCheckMs = 60_000;
/**
 * Milliseconds, and maximum number, of recent hints that a new stream gets. They close the gap between a
 * page's fetch and its stream.
 */
const remembered = 15_000;
const maxRemembered = 1000;

export function openHub({ database, clock, livingSessions, report }: HubParts): Hub {
  const readers = openReaders();
  let recent: { at: number; hint: Hint }[] = [];
  let listening: Promise<Subscription> | undefined;
  let closed = false;

  const hear = (payload: string): void => {
    const hint = readHint(payload);
    if (!hint) return;
    const since = clock() - remembered;
    if (recent.length >= maxRemembered || (recent[0]?.at ?? since) < since)
      recent = recent.filter(({ at }) => at >= since).slice(-maxRemembered + 1);
    recent.push({ at: clock(), hint });
    readers.tell(hint);
  };
  const start = (): Promise<Subscription> => {
    const options = { onMessage: hear, onGap: () => readers.tellAll(), report };
    listening ??= listen(database, hintChannel, options).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    return listening;
  };
  const endDeadSessions = async (): Promise<void> => {
    const sessions = readers.sessions();
    if (sessions.length === 0) return;
    const living = await livingSessions(sessions);
    for (const key of sessions) if (!living.has(key)) readers.end(key, 'session-ended');
  };

  const beating = setInterval(() => readers.beat(), beatEvery);
  const looking = setInterval(() => void endDeadSessions().catch(report), sessionCheckMs);
  beating.unref();
  looking.unref();
  return {
    start: async () => void (await start()),
    async join(reader) {
      if (closed) return undefined;
      await start();
      const stream = closed ? undefined : readers.join(reader);
      if (stream)
        for (const { at, hint } of recent) if (at >= clock() - remembered) retell(stream, reader, hint);
      return stream;
    },
    async close() {
      closed = true;
      clearInterval(beating);
      clearInterval(looking);
      readers.endAll('shutdown');
      const subscription = await listening?.catch(() => undefined);
      await subscription?.close();
    },
  };
}

function retell(stream: LiveStream, reader: Reader, hint: Hint): void {
  if (hint.accountId !== reader.accountId) return;
  if (reader.kind === 'member') return notifyMember(stream, reader, hint);
  const own = 'documentId' in hint && hint.documentId === reader.documentId;
  if (own && isForSigner(hint, reader.recipientId)) stream.changed();
}
