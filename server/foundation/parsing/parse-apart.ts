import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { refuse, type Refusal } from '#core/refusal.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import type { ParsingTask, ParsingTasks } from './tasks.ts';

/**
 * Maximum milliseconds for one text. A text of the maximum size takes well under a second, so a slower one
 * was crafted.
 */
const longest = 5_000;
/** Milliseconds after which an idle thread is ended. */
const idleAfter = 60_000;

const parsingTimeout = refuse(
  'request-malformed',
  'This text takes too long to process. Split it into smaller parts and send them one by one.',
);

export type ParsingThread = {
  /** Parses texts in another thread, one after the other, so that no other request has to wait. */
  read<Task extends ParsingTask>(
    task: Task,
    input: Parameters<ParsingTasks[Task]>[0],
  ): Promise<ReturnType<ParsingTasks[Task]> | Refusal>;
  close(): Promise<void>;
};

/** Bytes are moved to the thread, or copied if they are part of a larger buffer. */
function buffersOf(input: unknown): ArrayBuffer[] {
  return Object.values(input as object).flatMap((part: unknown) =>
    part instanceof Uint8Array &&
    part.buffer instanceof ArrayBuffer &&
    part.buffer.byteLength === part.byteLength
      ? [part.buffer]
      : [],
  );
}

export function openParsing(): ParsingThread {
  const inTurn = oneAtATime();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const ending = thread;
    thread = undefined;
    clearTimeout(idle);
    await ending?.terminate();
  }

  function start(): Worker {
    const started = new Worker(new URL('./parse-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    started.unref();
    return started;
  }

  async function readNow(task: ParsingTask, input: unknown): Promise<unknown> {
    clearTimeout(idle);
    thread ??= start();
    const patience = AbortSignal.timeout(longest);
    try {
      const answer = once(thread, 'message', { signal: patience });
      thread.postMessage({ task, input }, buffersOf(input));
      const [read] = (await answer) as [unknown];
      return read;
    } catch {
      // The text took too much time or memory, so it is at fault. The thread can no longer be used.
      await end();
      return parsingTimeout;
    } finally {
      idle = setTimeout(() => void end(), idleAfter).unref();
    }
  }

  return {
    read: (task, input) => inTurn('all', () => readNow(task, input)) as never,
    close: end,
  };
}
