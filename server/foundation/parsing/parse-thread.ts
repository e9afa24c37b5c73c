import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { parsingTasks, type ParsingTask } from './tasks.ts';

/** Niceness: while both cores are busy, the thread gets a third of the CPU time of another one. */
const nice = 5;

/** On Linux, 0 is the calling thread; elsewhere it is the whole process, which must not be slowed down. */
if (process.platform === 'linux') setPriority(0, nice);

/** One request at a time, answered in order. */
parentPort?.on('message', ({ task, input }: { task: ParsingTask; input: never }) => {
  parentPort?.postMessage(parsingTasks[task](input));
});
