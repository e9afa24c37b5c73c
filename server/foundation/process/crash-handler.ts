import { loggedError } from './redact.ts';

/** EX_SOFTWARE, after which the supervisor restarts the process. */
const exitStatus = 70;

/**
 * After an uncaught error, the state of the process is unknown, so it exits. It logs one structured line,
 * because a stack trace would break the format of the log.
 */
export function installCrashHandler(): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    const line = { level: 60, time: Date.now(), pid: process.pid, err: loggedError(error), origin };
    process.stderr.write(`${JSON.stringify({ ...line, msg: 'the process ends because of an error' })}\n`);
    process.exit(exitStatus);
  });
}
