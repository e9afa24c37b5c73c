import { spawn } from 'node:child_process';

export type Ran = { code: number; stdout: string; stderr: string };
export type RunOptions = { cwd: string; env?: NodeJS.ProcessEnv; input?: string };

/** Runs a program to its end with this standard input. Does not reject if the program fails. */
export function runProgram(program: string, words: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, env = {}, input = '' } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env } });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, ...said }));
    child.stdin.end(input);
  });
}
