import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { root } from './running-server.ts';

/** An address, and the heading by which its page is known. */
export type Route = { path: string; heading: string | RegExp };

/** Facts about a page beside its address; one that is not listed is known by having a heading at all. */
const headings: Record<string, string | RegExp> = {
  '/': 'Dashboard',
  '/documents': 'Documents',
  '/templates': 'Templates',
  '/contacts': 'Contacts',
  '/audit': 'Audit Trail',
  '/user-management': 'User Management',
};

/** Every address of somebody who is signed in, as web/routes.tsx has them; and one that nothing is at. */
export const routes: Route[] = [...ownPaths(), '/nowhere'].map((path) => ({
  path,
  heading: headings[path] ?? /./,
}));

function ownPaths(): string[] {
  const sources = ['web/routes.tsx', 'web/public-pages.tsx'].map((name) =>
    readFileSync(join(root, name), 'utf8'),
  );
  const paths = Array.from(sources.join('\n').matchAll(/path: '(\/[^']*)'/g), ([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(10);
  // The dashboard has two names; what needs an id is visited where there is one; the parts exist in development only.
  return paths.filter((path) => path !== '/dashboard' && !path.includes(':') && !path.startsWith('/dev/'));
}

/** Until the page has its heading and nothing on it is still on its way. */
export async function visit(page: Page, { path, heading }: Route): Promise<void> {
  await page.goto(path);
  await settled(page, heading);
}

export async function settled(page: Page, heading: string | RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading });
  await expect(title.first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 });
}
