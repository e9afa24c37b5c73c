import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run pictures`: the pictures in docs/pictures, and every screen in .cache/screens for review. */
export default defineConfig(journeys, {
  testMatch: 'pictures.spec.ts',
  testIgnore: [],
  timeout: 900_000,
  // The timeout is long, because a busy machine must not fail a screen.
  expect: { timeout: 60_000 },
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
});
