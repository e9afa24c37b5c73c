import { basename } from 'node:path';

/**
 * Loaded before server/main.ts by tests in which days go by: its clock goes on by what the test says. The processes
 * that it starts for its own work inherit this file, and have no need of it.
 */
if (basename(process.argv[1] ?? '') === 'main.ts') {
  const now = Date.now;
  let shift = 0;
  Date.now = () => now() + shift;
  process.on('message', (ms) => {
    shift += Number(ms);
    process.send?.('moved');
  });
  // To listen is no reason to stay.
  process.channel?.unref();
}
