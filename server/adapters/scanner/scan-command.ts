import { spawn } from 'node:child_process';
import type { FileScanner, Scanned } from '../../ports/file-scanner.ts';

/** Timeout in milliseconds. If scanning took longer, users would think that their upload hangs. */
const patience = 60_000;

/**
 * Runs the operator's scanner. The command is split at spaces and run without a shell. It reads the file from
 * standard input and, like ClamAV, reports with its exit code: 0 clean, 1 harmful. With any other code, a
 * missing command or a timeout the result is unknown.
 */
export function openScanCommand(command: string, ms = patience): FileScanner {
  const [program = '', ...args] = command.trim().split(/\s+/);
  return {
    scan: (file) =>
      new Promise<Scanned>((resolve) => {
        const child = spawn(program, args, {
          stdio: ['pipe', 'ignore', 'ignore'],
          timeout: ms,
          killSignal: 'SIGKILL',
        });
        child.once('error', () => resolve('unknown'));
        child.once('close', (code) => resolve(code === 0 ? 'clean' : code === 1 ? 'harmful' : 'unknown'));
        // A scanner may stop reading once it has a result, which its exit code reports.
        child.stdin.once('error', () => undefined);
        child.stdin.end(file);
      }),
  };
}
