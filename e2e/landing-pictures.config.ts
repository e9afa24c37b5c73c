import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/**
 * `npm run pictures:landing`: writes the landing page's pictures and the samples of /verify to
 * web/public/landing.
 */
export default defineConfig(journeys, {
  testMatch: 'landing.pictures.ts',
  testIgnore: [],
  timeout: 900_000,
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
});
