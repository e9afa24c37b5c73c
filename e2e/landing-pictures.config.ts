import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run pictures:landing`: what the landing page shows, and the samples at /verify, into web/public/landing. */
export default defineConfig(journeys, {
  testMatch: 'landing.pictures.ts',
  testIgnore: [],
  timeout: 900_000,
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
});
