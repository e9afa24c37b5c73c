/** Everything that a server of ours is told which runs as a process of its own; `settings` are further variables. */
export function serverEnvironment(dataDir: string, port: number, settings: Record<string, string>) {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    // As `npm start` does (package.json).
    NODE_ENV: 'production',
    // Many accounts of one cast write to the same few people here.
    NEW_ACCOUNT_MAILS: 'unlimited',
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...settings,
  };
}
