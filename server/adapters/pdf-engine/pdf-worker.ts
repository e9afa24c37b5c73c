import { flushCompileCache } from 'node:module';
import { pdfTasks } from './pdf-tasks.ts';
import type { DoneMessage } from './worker.ts';

/** A task for this child process, which runs one at a time and may be killed at any moment. */
export type TaskMessage = { id: number; task: keyof typeof pdfTasks; input: unknown };

process.on('message', (message: TaskMessage) => {
  void run(message).then((done) => {
    // Sending fails only if the parent has exited, which also triggers 'disconnect'.
    process.send?.(done, undefined, undefined, (lost) => lost && process.exit(0));
    // Stores the compile cache for the next process after the first task, because this process is killed at
    // its end.
    if (message.id === 1) flushCompileCache();
  });
});

// The parent has exited, so no one is waiting for the result.
process.on('disconnect', () => process.exit(0));

async function run({ id, task, input }: TaskMessage): Promise<DoneMessage> {
  try {
    return { id, output: await pdfTasks[task](input as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
