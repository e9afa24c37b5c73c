import { expect, type Page } from '@playwright/test';

/** Every address of somebody who is signed in, and the heading by which its page is known. */
export type Route = { path: string; heading: string | RegExp };

export const routes: Route[] = [
  { path: '/', heading: 'Dashboard' },
  { path: '/documents', heading: 'Documents' },
  { path: '/upload', heading: 'Upload Document' },
  { path: '/templates', heading: 'Templates' },
  { path: '/contacts', heading: 'Contacts' },
  { path: '/audit', heading: 'Audit Trail' },
  { path: '/user-management', heading: 'User Management' },
  { path: '/support', heading: /Support/ },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/terms', heading: /Terms/ },
  { path: '/onboarding', heading: /./ },
  { path: '/nowhere', heading: 'Page not found' },
];

/** Until the page has its heading and nothing on it is still on its way. */
export async function visit(page: Page, { path, heading }: Route): Promise<void> {
  await page.goto(path);
  await settled(page, heading);
}

export async function settled(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 });
}
