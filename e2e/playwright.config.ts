import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { longRun } from '#testing/long-run.ts';
import { leftOut } from './support/sweep.ts';

/** Debian's Chromium, headless if available, or the one named by CHROMIUM_PATH. */
export const chromiumPath =
  process.env['CHROMIUM_PATH'] ??
  firstOf('/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser');

/**
 * The end-to-end tests: the real server, the built client, a real browser. Two files run at a time, each with
 * a separate server. CI machines have an unknown load, so a failing test is retried once and the summary
 * reports it; locally none is retried.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: 'pictures.spec.ts',
  outputDir: '../test-results',
  // The snapshots of e2e/signing/heard.spec.ts are the same on every system.
  snapshotPathTemplate: '{testDir}/heard/{arg}{ext}',
  workers: 2,
  fullyParallel: false,
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  grepInvert: leftOut,
  reporter: 'list',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Stockholm',
    colorScheme: 'light',
    // Rendering animations takes a tenth of the CPU time, so only the long run includes them.
    contextOptions: { reducedMotion: longRun ? 'no-preference' : 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

function firstOf(...paths: string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}
