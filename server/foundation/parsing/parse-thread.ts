import { parentPort } from 'node:worker_threads';
import { parsingTasks, type ParsingTask } from './tasks.ts';

/** One request at a time, answered in order. */
parentPort?.on('message', ({ task, input }: { task: ParsingTask; input: never }) => {
  parentPort?.postMessage(parsingTasks[task](input));
});
