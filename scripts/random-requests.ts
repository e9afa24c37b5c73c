// Sends random requests to the whole API for this many seconds: `npm run random-requests -- 600 [seed]`.
import { spawn } from 'node:child_process';

const seconds = process.argv[2] ?? '600';
const seed = process.argv[3] ?? String(Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`${seconds} s, seed ${seed}\n`);
const run = spawn('vitest', ['run', 'server/random-requests.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, CALLS_SECONDS: seconds, CALLS_SEED: seed },
});
run.on('exit', (code) => {
  process.stdout.write(`seed ${seed}\n`);
  process.exitCode = code ?? 1;
});
