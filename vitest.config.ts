import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The browser's tests are *.spec.ts and belong to Playwright.
    include: ['{core,pdf,contract,server,web,testing,scripts,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/vitest-global-setup.ts'],
    // Two cores; each file may start a database or a converter of its own.
    maxWorkers: 2,
    // As in e2e/playwright.config.ts: nobody knows the load of CI's machine.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
