import { basename } from 'node:path';

/**
 * Tests in which days pass load this before server/main.ts, and advance its clock. Child processes of the
 * server inherit this file, but do not need it.
 */
if (basename(process.argv[1] ?? '') === 'main.ts') {
  const now = Date.now;
  let shift = 0;
  Date.now = () => now() + shift;
  process.on('message', (ms) => {
    shift += Number(ms);
    process.send?.('moved');
  });
  // The listening channel must not keep the process alive.
  process.channel?.unref();
}
