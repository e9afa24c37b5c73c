import { pdfTasks } from './pdf-tasks.ts';

/** A child process that does one task after the other, and may be killed at any moment without harm. */
export type TaskMessage = { id: number; task: keyof typeof pdfTasks; input: unknown };
export type DoneMessage = { id: number; output: unknown } | { id: number; error: string };

process.on('message', (message: TaskMessage) => {
  // Who cannot be told any more has ended, which is heard of a moment later.
  void run(message).then((done) =>
    process.send?.(done, undefined, undefined, (lost) => lost && process.exit(0)),
  );
});

// The parent is gone: nobody waits for the result any more.
process.on('disconnect', () => process.exit(0));

async function run({ id, task, input }: TaskMessage): Promise<DoneMessage> {
  try {
    return { id, output: await pdfTasks[task](input as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
