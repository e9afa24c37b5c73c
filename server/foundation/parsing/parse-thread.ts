import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { parsingTasks, type ParsingTask } from './tasks.ts';

/** Niceness of the thread. While both cores are busy, it gets a third of the CPU time of another thread. */
const nice = 5;

/**
 * On Linux, 0 means the calling thread. Elsewhere it means the whole process, which must not be slowed down.
 */
if (process.platform === 'linux') setPriority(0, nice);

/** Handles one request at a time, in order. */
parentPort?.on('message', ({ task, input }: { task: ParsingTask; input: never }) => {
  parentPort?.postMessage(parsingTasks[task](input));
});
