import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../databases.ts';

export interface Program {
  /**
   * Resolves when the program has printed this many lines in total. Rejects with its errors if it exits
   * earlier.
   */
  said(count: number): Promise<void>;
  /** Kills the program with SIGKILL and returns all lines that it printed. */
  kill(): Promise<string[]>;
}

/** Runs a program in this folder in a separate process, on the given database. */
export function startProgram(name: string, location: TestDatabase['location']): Program {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(location)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  let changed = Promise.withResolvers<void>();
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    change();
  });
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const closed = once(child, 'close').then(change);
  return {
    async said(count) {
      while (lines.length < count) {
        if (child.exitCode !== null) throw new Error(`${name} ended: ${errors}`);
        await changed.promise;
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
      return lines;
    },
  };
}
