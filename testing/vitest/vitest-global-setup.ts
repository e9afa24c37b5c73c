import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestProject } from 'vitest/node';
import { databaseTemplates } from '../database-templates.ts';
import type { DatabaseTemplates } from '../database-templates.ts';
import { findPostgres } from '../postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket through which test files ask the test run for databases. */
    databasesSocket: string;
    hasPostgres: boolean;
  }
}

export interface DatabaseRequest {
  kind: 'embedded' | 'postgres';
  /** True for a database without any migration. */
  empty: boolean;
}

export type DatabaseAnswer = { made: string } | { problem: string };

/**
 * Runs once around the whole test run. Databases take seconds and most test files need none, so they are
 * created when a test file first requests one. Each file runs in a separate process and sends its request
 * over a socket.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const templates = databaseTemplates();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  const path = join(folder, 'databases');
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket, templates));
  server.listen(path);
  await once(server, 'listening');
  project.provide('databasesSocket', path);
  project.provide('hasPostgres', findPostgres() !== undefined);

  return async () => {
    server.close();
    await templates.stop();
    await rm(folder, { recursive: true, force: true });
    const summary = templates.summary();
    if (summary) process.stdout.write(`${summary}\n`);
  };
}

async function answer(socket: Socket, templates: DatabaseTemplates): Promise<void> {
  const { kind, empty } = JSON.parse(await text(socket)) as DatabaseRequest;
  const made = templates[kind](empty);
  const reply: DatabaseAnswer = await made.then(
    (name) => ({ made: name }),
    (error: unknown) => ({ problem: String(error) }),
  );
  socket.end(JSON.stringify(reply));
}
