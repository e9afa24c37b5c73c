import { pdfTasks } from './pdf-tasks.ts';

/** A child process that runs one task at a time and may be killed at any moment. */
export type TaskMessage = { id: number; task: keyof typeof pdfTasks; input: unknown };
export type DoneMessage = { id: number; output: unknown } | { id: number; error: string };

process.on('message', (message: TaskMessage) => {
  // A failure to send means that the parent has exited, which triggers 'disconnect'.
  void run(message).then((done) =>
    process.send?.(done, undefined, undefined, (lost) => lost && process.exit(0)),
  );
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
