import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const words = fileURLToPath(new URL('crash-handler.ts', import.meta.url));

/** Runs a separate process that crashes with this error. */
function dieOf(fault: string) {
  const program = `import { installCrashHandler } from ${JSON.stringify(words)};\ninstallCrashHandler();\n${fault}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

test.each([
  [
    'a connection that closes unexpectedly',
    'setImmediate(() => { throw new Error("57P01 at /sign/a-secret-token") });',
  ],
  ['an unhandled rejection', 'void Promise.reject(new Error("57P01 at /sign/a-secret-token"));'],
])('%s logs one readable line without secrets (F-11, I8)', (_, fault) => {
  const { status, stderr } = dieOf(fault);
  expect(status).toBe(70);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 60,
    msg: 'the process ends because of an error',
    err: { type: 'Error', message: '57P01 at /sign/(token)' },
  });
  expect(stderr).not.toContain('a-secret-token');
});
