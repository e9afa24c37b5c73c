import type { LiveEnding, LiveTopic } from '#contract/api/realtime.ts';
import type { Hint } from './hint.ts';
import { openStream, type LiveStream } from './live-stream.ts';

/** The reader of a stream. `key` is the session or signer, for which the number of streams is limited. */
export type Reader =
  | {
      kind: 'member';
      key: string;
      accountId: string;
      userId: string;
      /** Set for readers with limited visibility. Returns true if they can see this item. */
      sees?: Sees | undefined;
      /** Reloads the reader's visibility after a change of permissions. */
      look?: () => Promise<Sees | undefined>;
    }
  | { kind: 'signer'; key: string; accountId: string; documentId: string; recipientId: string };

export type Sees = (noun: 'documents' | 'bulk', id: string) => Promise<boolean>;

type Open = { reader: Reader; stream: LiveStream };

/** A browser has six connections to a server without HTTP/2, and pages need some of them. */
const maxPerKey = 4;
/** Each stream uses a socket and a few hundred bytes. */
const maxOfAll = 10_000;

/**
 * Creates the registry of this process's open streams, indexed by subject. The number of streams limits its
 * memory.
 */
export function openReaders() {
  const byPlace = new Map<string, Set<Open>>();
  const byKey = new Map<string, Set<Open>>();
  let count = 0;

  function leave(open: Open): void {
    if (!drop(byKey, open.reader.key, open)) return;
    drop(byPlace, placeOf(open.reader), open);
    count -= 1;
  }

  return {
    /**
     * Returns a new stream, or undefined if this process has reached its limit. If one key has too many
     * streams, the oldest is closed.
     */
    join(reader: Reader): LiveStream | undefined {
      if (count >= maxOfAll) return undefined;
      const own = byKey.get(reader.key);
      const oldest = own && own.size >= maxPerKey ? own.values().next().value : undefined;
      if (oldest) {
        leave(oldest);
        oldest.stream.end('replaced');
      }
      const open = { reader, stream: openStream() };
      open.stream.body.once('close', () => leave(open));
      keep(byKey, reader.key, open);
      keep(byPlace, placeOf(reader), open);
      count += 1;
      return open.stream;
    },

    /** Sends a hint to the readers it concerns, who are always in the same account. */
    tell(hint: Hint): void {
      if (hint.subject === 'session') return this.end(hint.session, 'session-ended');
      for (const { reader, stream } of byPlace.get(hint.accountId) ?? []) {
        if (reader.kind !== 'member') continue;
        if (rights.has(hint.subject)) refetch(reader);
        notifyMember(stream, reader, hint);
      }
      if (!('documentId' in hint)) return;
      for (const { reader, stream } of byPlace.get(`${hint.accountId} ${hint.documentId}`) ?? []) {
        if (reader.kind === 'signer' && isForSigner(hint, reader.recipientId)) stream.changed();
      }
    },

    /** Asks all readers to reload, because messages may have been missed. */
    tellAll(): void {
      for (const { reader, stream } of everyone()) {
        if (reader.kind === 'member') stream.hint('all');
        else stream.changed();
      }
    },

    beat(): void {
      for (const { stream } of everyone()) stream.beat();
    },

    /** Returns the sessions of all member streams. */
    sessions(): string[] {
      return [...new Set([...everyone()].filter(isMember).map(({ reader }) => reader.key))];
    },

    end(key: string, why: LiveEnding): void {
      for (const open of [...(byKey.get(key) ?? [])]) {
        leave(open);
        open.stream.end(why);
      }
    },

    endAll(why: LiveEnding): void {
      for (const key of [...byKey.keys()]) this.end(key, why);
    },
  };

  function* everyone(): Generator<Open> {
    for (const opens of byKey.values()) yield* opens;
  }
}

function isMember({ reader }: Open): boolean {
  return reader.kind === 'member';
}

function placeOf(reader: Reader): string {
  return reader.kind === 'member' ? reader.accountId : `${reader.accountId} ${reader.documentId}`;
}

/** Changes that may affect visibility: roles, sign-in requirements, and which members meet them. */
const rights: ReadonlySet<Hint['subject']> = new Set(['account', 'audit']);

/** Reloads what the reader can see. Until that is known, their hints wait. */
function refetch(reader: Extract<Reader, { kind: 'member' }>): void {
  if (!reader.look) return;
  const found = reader.look().then(
    (sees) => sees ?? everything,
    () => nothing,
  );
  const meanwhile: Sees = async (noun, id) => (await found)(noun, id);
  reader.sees = meanwhile;
  void found.then((sees) => {
    // A later reload may have begun in the meantime.
    if (reader.sees === meanwhile) reader.sees = sees === everything ? undefined : sees;
  });
}

const everything: Sees = () => Promise.resolve(true);
export const nothing: Sees = () => Promise.resolve(false);

/** Sends a hint to a member, unless it concerns another member's private item. */
export function notifyMember(
  stream: LiveStream,
  { userId, sees }: Pick<Extract<Reader, { kind: 'member' }>, 'userId' | 'sees'>,
  hint: Hint,
): void {
  const tell = (noun: 'documents' | 'bulk', id: string, text: LiveTopic): void => {
    if (!sees) return stream.hint(text);
    // If the check fails, a general hint is sent. It reveals nothing private, and the page does not become
    // outdated.
    void sees(noun, id).then(
      (seen) => seen && stream.hint(text),
      () => stream.hint('documents'),
    );
  };
  switch (hint.subject) {
    case 'document':
    case 'state':
    case 'recipient':
      return tell('documents', hint.documentId, `document:${hint.documentId}`);
    case 'bulk':
      return tell('bulk', hint.bulkId, `bulk:${hint.bulkId}`);
    case 'notices':
      return hint.userId === userId ? stream.hint('notices') : undefined;
    case 'session':
      return undefined;
    default:
      return stream.hint(hint.subject);
  }
}

/**
 * Returns true if the event concerns the signer. Actions of others matter only if they change what the signer
 * can do.
 */
export function isForSigner(hint: Hint, recipientId: string): boolean {
  return hint.subject === 'state' || (hint.subject === 'recipient' && hint.recipientId === recipientId);
}

function keep(map: Map<string, Set<Open>>, key: string, open: Open): void {
  const set = map.get(key);
  if (set) set.add(open);
  else map.set(key, new Set([open]));
}

function drop(map: Map<string, Set<Open>>, key: string, open: Open): boolean {
  const set = map.get(key);
  const had = set?.delete(open) ?? false;
  if (set?.size === 0) map.delete(key);
  return had;
}
