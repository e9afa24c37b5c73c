import { expect, type Page } from '@playwright/test';
import { untilPainted } from '../support/prepare.ts';
import { routes, visit } from '../support/routes.ts';

export type Shot = (page: Page, name: string, fullPage?: boolean) => Promise<unknown>;

/**
 * Every URL of a member as full-page screenshots, and the screens within pages that open only after an
 * interaction.
 */
export async function shootMemberScreens(page: Page, shot: Shot): Promise<void> {
  for (const route of routes) {
    await visit(page, route);
    await everyPictureLoaded(page);
    await shot(page, route.path === '/' ? 'dashboard' : route.path.slice(1).replaceAll('/', '-'), true);
  }
  await visit(page, { path: '/documents?layout=grid', heading: 'Documents' });
  await everyPictureLoaded(page);
  await shot(page, 'documents-grid', true);
  await visit(page, { path: '/', heading: 'Dashboard' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  await expect(bell).toBeVisible();
  await expect(bell.locator('[aria-busy="true"]')).toHaveCount(0);
  await shot(page, 'bell');
  await page.keyboard.press('Escape');
  await expect(bell).toBeHidden();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  // The page handles keys once it has finished loading.
  await expect(async () => {
    if (!(await palette.isVisible())) await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(palette.getByRole('option').first()).toBeVisible();
  await shot(page, 'palette');
  await page.keyboard.press('Escape');
  for (const dialog of ['/dashboard?dialog=upload', '/contacts?dialog=add', '/templates?dialog=create']) {
    await page.goto(dialog);
    await expect(page.getByRole('dialog')).toBeVisible();
    await shot(page, `dialog-${/\/(\w+)/.exec(dialog)?.[1]}`);
  }
  await shootWithinPages(page, shot);
}

/** Dialogs and menus of the pages, each opened by one button */
async function shootWithinPages(page: Page, shot: Shot): Promise<void> {
  const within: [path: string, name: string, button: RegExp][] = [
    ['/documents', 'dialog-folder', /^New folder$/],
    ['/documents', 'menu-document', /^Actions for Insurance/],
    ['/contacts', 'dialog-import', /^Import/],
    ['/templates', 'menu-template', /^Actions for Employment/],
    ['/templates', 'dialog-use', /^Use template Berth/],
    ['/settings/security', 'dialog-password', /^Change password/],
    ['/settings/security', 'dialog-two-factor', /^Turn on two-factor/],
    ['/dashboard', 'menu-account', /account of/],
  ];
  for (const [path, name, button] of within) {
    await visit(page, { path, heading: /./ });
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.locator('[role="dialog"], [role="menu"]').first()).toBeVisible();
    await shot(page, name);
  }
  await visit(page, { path: '/documents', heading: /./ });
  for (const box of [1, 2]) await page.getByRole('main').getByRole('checkbox').nth(box).press('Space');
  await shot(page, 'documents-chosen');
  await visit(page, { path: '/documents', heading: /./ });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await shot(page, 'filters');
  const [round] = (await (await page.request.get('/api/bulk')).json()) as {
    id: string;
    templateId: string;
  }[];
  await visit(page, { path: `/bulk/${round?.id}`, heading: /./ });
  await shot(page, 'bulk', true);
  await visit(page, { path: `/templates/${round?.templateId}/bulk`, heading: /./ });
  await shot(page, 'bulk-start', true);
  await visit(page, { path: `/templates/${round?.templateId}/edit`, heading: /./ });
  await untilPainted(page, 1);
  await shot(page, 'template-editor');
  await shootLoading(page, shot);
}

/** Shows the loading state by holding back the response until the picture is taken. */
async function shootLoading(page: Page, shot: Shot): Promise<void> {
  const [document] = (await (await page.request.get('/api/documents')).json()) as { id: string }[];
  for (const [name, path] of [
    ['loading-documents', '/documents'],
    ['loading-document', `/document/${document?.id}`],
  ] as const) {
    const { promise: released, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/documents*/**', async (route) => released.then(() => route.continue()));
    await page.route('**/api/documents?*', async (route) => released.then(() => route.continue()));
    await page.goto(path);
    const waiting = name === 'loading-document' ? '.pdf-page-waiting' : 'main [aria-busy="true"]';
    await expect(page.locator(waiting).first()).toBeVisible();
    await shot(page, name);
    answer();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

/** The screens of a user without a plan: each step by its URL. */
export async function shootOnboarding(page: Page, shot: Shot): Promise<void> {
  for (const step of [1, 2, 3]) {
    await page.goto(`/onboarding?step=${step}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shot(page, `onboarding-${step}`, true);
  }
  const chosen = await page.request.put('/api/user/plan', { data: { planName: 'free' } });
  expect(chosen.status()).toBe(204);
  for (const path of ['/dashboard', '/documents', '/templates', '/contacts']) {
    await visit(page, { path, heading: /./ });
    await shot(page, `empty-${path.slice(1)}`, true);
  }
}

async function everyPictureLoaded(page: Page): Promise<void> {
  const pictures = page.locator('main img[src*="thumbnail"]');
  for (const picture of await pictures.all())
    await expect(picture).toHaveJSProperty('complete', true, { timeout: 30_000 });
}
