import { fileURLToPath } from 'node:url';

const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/** Returns the environment of a server in a separate process. `settings` are additional variables. */
export function serverEnvironment(dataDir: string, port: number, settings: Record<string, string>) {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    // The same flags as in `npm start` (package.json).
    NODE_ENV: 'production',
    PAYMENTS: 'sandbox',
    NODE_COMPILE_CACHE: compileCache,
    // In tests, many accounts with the same cast email the same few people.
    NEW_ACCOUNT_MAILS: 'unlimited',
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...settings,
  };
}
