import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './testing/vitest/slow-files-first.ts';
import { filesOfPart } from './testing/waiting-files.ts';

/** A project of its own for what needs databases, so that a test of a pure function waits for nothing. */
const project = (name: string, folders: string) => ({
  extends: true as const,
  test: {
    name,
    // The browser's tests are *.spec.ts and belong to Playwright.
    ...filesOfPart([`${folders}/**/*.test.{ts,tsx}`]),
    // One process loads the product once and takes one file after the other (testing/vitest/vitest-each-file.ts).
    isolate: false,
    setupFiles: ['testing/vitest/vitest-each-file.ts'],
  },
});

const server = project('server', '{server,testing}');

export default defineConfig({
  test: {
    projects: [
      project('pure', '{core,pdf,verify,contract,web,scripts,bench}'),
      { ...server, test: { ...server.test, globalSetup: ['testing/vitest/vitest-global-setup.ts'] } },
    ],
    // Two cores; each file may start a database or a converter of its own.
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    // As in e2e/playwright.config.ts: nobody knows the load of CI's machine.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
