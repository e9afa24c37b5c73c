import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { App, AppParts } from '#server/app.ts';
import { isConfigProblem, loadConfig } from '#server/foundation/config/config.ts';
import type { Config } from '#server/foundation/config/config.ts';
import { freePort } from './free-port.ts';

export interface TestServer {
  app: App;
  config: Config;
  baseUrl: string;
  /** All logged lines. */
  log: string[];
  close(): Promise<void>;
}

/** Returns settings for another server: a free port, and a folder that is removed at the end of the test. */
export async function testConfig(settings: Record<string, string> = {}): Promise<Config> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = loadConfig({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    PAYMENTS: 'sandbox',
    ...settings,
  });
  if (isConfigProblem(config)) throw new Error(config.problem);
  return config;
}

/** Starts the HTTP server as in production. It is closed at the end of the test that started it. */
export async function startServer(
  parts: Omit<AppParts, 'config'> & { config?: Config },
): Promise<TestServer> {
  const config = parts.config ?? (await testConfig());
  const log: string[] = [];
  const app = await buildApp({ onClose: true, logTo: { write: (line) => log.push(line) }, ...parts, config });
  await app.listen({ port: config.port, host: config.host });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= app.close());
  onTestFinished(close);
  return { app, config, log, close, baseUrl: `http://${config.host}:${config.port}` };
}
