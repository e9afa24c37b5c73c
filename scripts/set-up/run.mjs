import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/**
 * Runs a program without a shell, by default in the root folder of the checkout, and waits for it. Resolves
 * to its exit code and the last 20,000 characters of output. The code is 127 if it could not be started, and
 * 124 if it was stopped after `timeoutMs`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = root, env = process.env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    let output = '';
    let timedOut = false;
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    function stop() {
      timedOut = true;
      child.kill('SIGKILL');
    }
    function collect(chunk) {
      output = (output + chunk).slice(-20_000);
    }
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: error.message });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: timedOut ? 124 : (code ?? 1), output });
    });
  });
}
