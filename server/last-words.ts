import { loggedError } from './http/log.ts';

/** EX_SOFTWARE: whoever supervises the process starts it again. */
const exitStatus = 70;

/**
 * When nobody has caught a fault, the process ends, since nothing is known of its state; but with one line that a
 * reader of the log understands, and not with a stack between such lines.
 */
export function sayWhyItEnds(): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    const line = { level: 60, time: Date.now(), pid: process.pid, err: loggedError(error), origin };
    process.stderr.write(`${JSON.stringify({ ...line, msg: 'the process ends by a fault' })}\n`);
    process.exit(exitStatus);
  });
}
