import { writeSync } from 'node:fs';
import type { DatabaseOptions } from '#server/foundation/db/database.ts';

export function locationFromArguments(): DatabaseOptions {
  return JSON.parse(process.argv[2] ?? '') as DatabaseOptions;
}

/** Writes synchronously, so that the line is out even if the process is killed right after. */
export function say(line: string): void {
  writeSync(1, `${line}\n`);
}
