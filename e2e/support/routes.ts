import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { root } from './running-server.ts';

/** A URL, and the heading that identifies its page. */
export type Route = { path: string; heading: string | RegExp };

/** Facts about pages that their URLs do not show. Pages not listed are identified by having any heading. */
const headings: Record<string, string | RegExp> = {
  '/': 'Dashboard',
  '/documents': 'Documents',
  '/templates': 'Templates',
  '/contacts': 'Contacts',
  '/audit': 'Audit Trail',
  '/user-management': 'User Management',
};

/** Every URL of a signed-in user from web/routes.tsx, and one that does not exist. */
export const routes: Route[] = [...ownPaths(), '/nowhere'].map((path) => ({
  path,
  heading: headings[path] ?? /./,
}));

function ownPaths(): string[] {
  const sources = ['web/routes.tsx', 'web/public-pages.tsx'].map((name) =>
    readFileSync(join(root, name), 'utf8'),
  );
  const paths = Array.from(
    sources.join('\n').matchAll(/(?:path: |pageRoute\(\s*)'(\/[^']*)'/g),
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(10);
  // The dashboard has two URLs, pages that need an id are tested elsewhere, and the component pages exist
  // only in development.
  return paths.filter((path) => path !== '/dashboard' && !path.includes(':') && !path.startsWith('/dev/'));
}

/** Waits until the page has its heading and nothing on it is loading. */
export async function visit(page: Page, { path, heading }: Route): Promise<void> {
  await page.goto(path);
  await settled(page, heading);
}

export async function settled(page: Page, heading: string | RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading });
  await expect(title.first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 });
}
