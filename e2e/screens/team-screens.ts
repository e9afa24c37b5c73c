import { expect, type Page } from '@playwright/test';
import { visit } from '../support/routes.ts';
import { payrollAnswersAt, type Team } from './harbour-team.ts';
import type { Shot } from './member-screens.ts';

/** Members, groups, private content, programs, and account deletion. */
export async function shootTeamScreens(
  page: Page,
  shot: Shot,
  { app, proposal }: Team,
  baseUrl: string,
): Promise<void> {
  const dialogs: [path: string, name: string, button: RegExp][] = [
    ['/templates', 'dialog-template-import', /^Import/],
    ['/user-management', 'dialog-invite', /^Invite someone/],
    ['/user-management/groups', 'dialog-group', /^Edit Quay/],
    ['/settings/api', 'dialog-key', /^Create key/],
    ['/settings/api', 'dialog-app', /^Register/],
    ['/settings/account', 'dialog-ownership', /^Transfer ownership/],
    ['/settings/account', 'dialog-close-account', /^Close the account/],
  ];
  for (const [path, name, button] of dialogs) {
    await visit(page, { path, heading: /./ });
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await shot(page, name);
  }
  await shootFolderSharing(page, shot);
  await page.goto(`/confirm/${proposal}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('main canvas').first()).toBeVisible();
  await shot(page, 'proposal', true);
  await page.goto(askOf(app, baseUrl));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shot(page, 'connect', true);
  await page.goto('/my-data');
  await shot(page, 'my-data', true);
}

async function shootFolderSharing(page: Page, shot: Shot): Promise<void> {
  await visit(page, { path: '/documents', heading: 'Documents' });
  await page.getByRole('button', { name: 'Actions for the folder People' }).click();
  await page.getByRole('menuitem', { name: /Who can see/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch').click();
  await shot(page, 'dialog-folder-sharing');
}

/** The URL to which an app sends a person's browser for authorization. */
function askOf(app: string, baseUrl: string): string {
  const query = new URLSearchParams({
    client_id: app,
    response_type: 'code',
    redirect_uri: payrollAnswersAt,
    state: 'x',
    scope: 'documents:read documents:write',
    resource: `${baseUrl}/api`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  return `/oauth/auth?${query.toString()}`;
}

/** An invitation as a new person sees it. */
export async function shootInvitation(stranger: Page, shot: Shot, { invitation }: Team): Promise<void> {
  await stranger.goto(`/invitation#${invitation}`);
  await expect(stranger.getByRole('heading', { name: /^Join/ })).toBeVisible();
  await expect(stranger.getByLabel('Password')).toBeVisible();
  await shot(stranger, 'invitation', true);
}
