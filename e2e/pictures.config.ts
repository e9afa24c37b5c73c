import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run pictures`: the pictures in docs/pictures, and every screen in .cache/screens for a person to look at. */
export default defineConfig(journeys, {
  testMatch: 'pictures.spec.ts',
  testIgnore: [],
  timeout: 900_000,
  // Nobody waits for it, and a busy machine is no fault of a screen.
  expect: { timeout: 60_000 },
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
});
