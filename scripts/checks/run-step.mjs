import { spawn } from 'node:child_process';
import { root } from '../set-up/root.mjs';

/**
 * Runs one step and prints its output in one piece, so that the lines of parallel steps do not mix. Resolves
 * to its name, exit code and seconds. It never rejects, so that later steps still run.
 */
export function runStep({ name, command, args, env }) {
  const started = performance.now();
  console.log(`… ${name}`);
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      const output = Buffer.concat(chunks).toString('utf8');
      console.log(`\n── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
      if (output !== '') process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
      resolve({ name, code: code ?? 1, seconds });
    });
  });
}
