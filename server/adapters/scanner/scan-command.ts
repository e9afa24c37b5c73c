import { spawn } from 'node:child_process';
import type { FileScanner, Scanned } from '../../ports/file-scanner.ts';

/** Longer, and whoever waits for their upload thinks that nothing happens; in ms. */
const patience = 60_000;

/**
 * The operator's own scanner. The command is split at spaces and run without a shell; it gets the file at its standard
 * input, and says by its exit code what it found, as ClamAV does: 0 nothing, 1 something harmful. Every other code, a
 * command that is not there and one that takes too long mean that nothing is known.
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
        // One that has seen enough stops reading; what it found stands in its exit code.
        child.stdin.once('error', () => undefined);
        child.stdin.end(file);
      }),
  };
}
