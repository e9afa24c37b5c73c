import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

let built: Promise<string> | undefined;

async function buildCommand(): Promise<string> {
  const options = {
    configFile: 'verify/vite.config.ts',
    logLevel: 'silent',
    build: { write: false },
  } as const;
  const { output } = (await build(options)) as Rolldown.RolldownOutput;
  return output[0].code;
}

/** Writes the verifier's command into a folder. It is built once per process. */
export async function writeVerifyCommand(folder: string): Promise<void> {
  built ??= buildCommand();
  await writeFile(join(folder, 'countersign-verify.mjs'), await built);
}
