import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export type ToolRun = { readonly code: number; readonly stdout: Uint8Array; readonly stderr: string };

/** Runs an independent tool. Rejects if the tool is not installed, but not if it reports an error. */
export function runTool(tool: string, args: readonly string[]): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => reject(new Error(`${tool} did not start`, { cause: error })));
    child.on('close', (code) => {
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** Calls `use` with a new folder and removes the folder afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-judge-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns which of these tools are not on PATH. A suite that needs them prints their names and is skipped.
 */
export function missingTools(...tools: string[]): string[] {
  return tools.filter((tool) => !(process.env['PATH'] ?? '').split(delimiter).some((at) => isTool(at, tool)));
}

function isTool(folder: string, tool: string): boolean {
  try {
    accessSync(join(folder, tool), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
