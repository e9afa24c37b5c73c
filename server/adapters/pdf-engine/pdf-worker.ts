import { flushCompileCache } from 'node:module';
import { pdfTasks } from './pdf-tasks.ts';
import type { DoneMessage } from './worker.ts';

/** A child process that runs one task at a time and may be killed at any moment. */
export type TaskMessage = { id: number; task: keyof typeof pdfTasks; input: unknown };

process.on('message', (message: TaskMessage) => {
  void run(message).then((done) => {
    // A failure to send means that the parent has exited, which triggers 'disconnect'.
    process.send?.(done, undefined, undefined, (lost) => lost && process.exit(0));
    // It is killed at its end, so it stores what it has compiled, for the next process, after its first task.
    if (message.id === 1) flushCompileCache();
  });
});

// The parent has exited, so no one waits for the result.
process.on('disconnect', () => process.exit(0));

async function run({ id, task, input }: TaskMessage): Promise<DoneMessage> {
  try {
    return { id, output: await pdfTasks[task](input as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
