import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './testing/vitest/slow-files-first.ts';
import { filesOfPart } from './testing/waiting-files.ts';
import { splitTexts } from './web/build/split-texts.ts';

/** Tests that need databases are a separate project, so that tests of pure functions do not wait for them. */
const project = (name: string, folders: string) => ({
  extends: true as const,
  test: {
    name,
    // Browser tests are named *.spec.ts and run in Playwright.
    ...filesOfPart([`${folders}/**/*.test.{ts,tsx}`]),
    // One process loads the product once and runs the files in sequence (testing/vitest/vitest-each-file.ts).
    isolate: false,
    setupFiles: ['testing/vitest/vitest-each-file.ts'],
  },
});

const server = project('server', '{server,testing,clients}');

export default defineConfig({
  plugins: [splitTexts()],
  test: {
    projects: [
      project('pure', '{core,pdf,verify,contract,web,scripts,bench}'),
      { ...server, test: { ...server.test, globalSetup: ['testing/vitest/vitest-global-setup.ts'] } },
    ],
    // For two cores, because each file may start a separate database or converter.
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    // CI machines have an unknown load, as in e2e/playwright.config.ts.
    retry: process.env['CI'] ? 1 : 0,
    // Programs that tests start, such as PDF workers, load their code from the compile cache of `npm start`.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
