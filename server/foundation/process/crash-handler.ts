import { loggedError } from './redact.ts';

/** EX_SOFTWARE, which makes the supervisor restart the process. */
const exitStatus = 70;

/**
 * On an uncaught error the process exits, since its state is unknown. It logs one structured line instead of
 * a stack trace between the log lines.
 */
export function installCrashHandler(): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    const line = { level: 60, time: Date.now(), pid: process.pid, err: loggedError(error), origin };
    process.stderr.write(`${JSON.stringify({ ...line, msg: 'the process ends because of an error' })}\n`);
    process.exit(exitStatus);
  });
}
