import { writeSync } from 'node:fs';
import type { DatabaseOptions } from '#server/foundation/db/database.ts';

export function locationFromArguments(): DatabaseOptions {
  return JSON.parse(process.argv[2] ?? '') as DatabaseOptions;
}

/**
 * Prints a line synchronously, so that it is written even if the process is killed immediately afterwards.
 */
export function say(line: string): void {
  writeSync(1, `${line}\n`);
}
