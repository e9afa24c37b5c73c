import { writeSync } from 'node:fs';
import type { DatabaseOptions } from '#server/db/database.ts';

export function locationFromArguments(): DatabaseOptions {
  return JSON.parse(process.argv[2] ?? '') as DatabaseOptions;
}

/** Written before it returns, so that the line is out when the process is killed the moment after. */
export function say(line: string): void {
  writeSync(1, `${line}\n`);
}
