import { Readable } from 'node:stream';
import { liveEvents, type LiveEnding, type LiveTopic } from '#contract/api/realtime.ts';

/** One open stream of server-sent events. */
export interface LiveStream {
  readonly body: Readable;
  /** Notifies a member of what may have changed. */
  hint(topic: LiveTopic): void;
  /** Notifies a signer that something may have changed. */
  changed(): void;
  /** Sends a heartbeat, which keeps proxies from closing an idle connection. */
  beat(): void;
  end(why: LiveEnding): void;
}

/**
 * Milliseconds for which hints are collected and sent together, such as the changes of a transaction or the
 * rows of a bulk send.
 */
const gathered = 30;
/** Above this number of topics, a single 'reload everything' hint replaces the list. */
const maxTopics = 50;
/** A reader with this many unread bytes is disconnected, and catches up when it reconnects. */
const maxWaiting = 64 * 1024;
/** Milliseconds until a browser's EventSource reconnects. */
const retry = 3000;

export function openStream(): LiveStream {
  const body = new Readable({ read: () => undefined });
  const topics = new Set<LiveTopic>();
  let somethingChanged = false;
  let timer: NodeJS.Timeout | undefined;

  const write = (text: string): void => {
    if (body.destroyed || body.readableEnded) return;
    if (body.readableLength > maxWaiting) body.destroy();
    else body.push(text);
  };
  const flush = (): void => {
    timer = undefined;
    if (somethingChanged) write(eventText(liveEvents.changed, ''));
    if (topics.size > 0) write(eventText(liveEvents.hints, JSON.stringify([...topics])));
    somethingChanged = false;
    topics.clear();
  };
  const flushSoon = (): void => void (timer ??= setTimeout(flush, gathered));

  body.on('close', () => clearTimeout(timer));
  write(`retry: ${retry}\n\n`);
  return {
    body,
    hint(topic) {
      if (topics.has('all')) return;
      if (topic === 'all' || topics.size >= maxTopics) {
        topics.clear();
        topics.add('all');
      } else {
        topics.add(topic);
      }
      flushSoon();
    },
    changed() {
      somethingChanged = true;
      flushSoon();
    },
    beat: () => write(':\n\n'),
    end(why) {
      clearTimeout(timer);
      write(eventText(liveEvents.end, why));
      if (!body.destroyed) body.push(null);
    },
  };
}

function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}
