import { expect, type Page } from '@playwright/test';
import type { SignOnAnswer } from '#contract/accounts/sign-on.ts';
import { visit } from '../support/routes.ts';
import type { Shot } from './member-screens.ts';
import type { Team } from './harbour-team.ts';
import { openDeclined } from './sender-screens.ts';

/** Holds and erasure, sign-in settings, the sender domain, and the report that the verify page checks. */
export async function shootKeeping(page: Page, shot: Shot, { colleague }: Team): Promise<void> {
  await openDeclined(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await shot(page, 'menu-declined');
  await page.getByRole('menuitem', { name: 'Put on legal hold' }).click();
  const hold = page.getByRole('dialog', { name: 'Put on legal hold' });
  await hold.getByLabel('Reason for keeping it').fill('The charter may come before a court.');
  await shot(page, 'dialog-hold');
  await hold.getByRole('button', { name: 'Put on legal hold' }).click();
  await expect(page.getByText(/^On legal hold since/)).toBeVisible();
  await shot(page, 'detail-held', true);
  const people = page.getByRole('region', { name: 'Recipients' });
  await people.getByRole('button', { name: /Ines Ferreira/ }).click();
  await page.getByRole('menuitem', { name: 'Erase this person' }).click();
  const erase = page.getByRole('dialog', { name: /^Erase Ines Ferreira/ });
  await shot(page, 'dialog-erase');
  await erase.getByLabel('Why').fill('She asked for it.');
  await erase.getByRole('button', { name: 'Erase this person' }).click();
  await expect(erase.getByText(/This document is on legal hold/)).toBeVisible();
  await shot(page, 'dialog-erase-refused');
  await erase.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Lift the legal hold' }).click();
  await expect(page.locator('[data-toast]')).toBeVisible();
  await shot(page, 'hold-own');
  const pageUrl = new URL(page.url());
  const lifted = await fetch(
    new URL(`/api${pageUrl.pathname.replace('document', 'documents')}/hold`, pageUrl),
    {
      method: 'DELETE',
      headers: { cookie: colleague },
    },
  );
  expect(lifted.ok, await lifted.text()).toBe(true);
  await shootSignOn(page, shot);
  await shootSenderDomain(page, shot);
  await shootReport(page, shot);
}

/** The provider does not exist, because only the page about it is shown. */
async function shootSignOn(page: Page, shot: Shot): Promise<void> {
  const users = { path: '/user-management/sign-in', heading: 'User Management' };
  await visit(page, users);
  const setUp = page.getByRole('region', { name: 'Signing in' }).getByRole('button', { name: 'Set up' });
  await setUp.click();
  await expect(page.getByRole('dialog', { name: 'Single sign-on' })).toBeVisible();
  await shot(page, 'dialog-sign-on');
  const signOn = {
    issuer: 'https://login.harbour.example/realms/quay',
    clientId: 'countersign',
    role: 'member',
    roleClaim: null,
    domain: 'harbour.example',
    record: { name: '_countersign.harbour.example', value: 'countersign-claim=3f8a6c1d9b7e4f2a' },
    enforced: false,
  } as const;
  const redirectUri = new URL('/api/sign-on/answer', page.url()).href;
  const startUri = new URL('/api/login?domain=harbour.example', page.url()).href;
  for (const [name, answer] of [
    ['sign-on-unproved', { signOn: { ...signOn, verifiedAt: null }, redirectUri, startUri: null }],
    [
      'sign-on-proved',
      { signOn: { ...signOn, verifiedAt: '2026-03-02T09:00:00.000Z' }, redirectUri, startUri },
    ],
  ] satisfies [string, SignOnAnswer][]) {
    await page.route('**/api/team/sign-on', (route) => route.fulfill({ json: answer }));
    await visit(page, users);
    await page.getByRole('heading', { name: 'Single sign-on' }).evaluate((title) => title.scrollIntoView());
    await page.evaluate(() => window.scrollBy(0, -120));
    await shot(page, name);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

async function shootSenderDomain(page: Page, shot: Shot): Promise<void> {
  const saved = await page.request.put('/api/brand/sender-domain', {
    data: { domain: 'mail.harbour.example', local: 'documents' },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await visit(page, { path: '/settings/email', heading: 'Settings' });
  await page.getByRole('region', { name: 'DKIM' }).evaluate((record) => record.scrollIntoView());
  await page.evaluate(() => window.scrollBy(0, -260));
  await shot(page, 'sender-domain');
  expect((await page.request.delete('/api/brand/sender-domain')).ok()).toBe(true);
}

/** Creates a monthly report and opens the page that verifies it. */
async function shootReport(page: Page, shot: Shot): Promise<void> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const report = await page.request.get('/api/reports/audit', {
    params: { format: 'pdf', from: day(-30), to: day(1) },
  });
  expect(report.ok(), await report.text()).toBe(true);
  const buffer = await report.body();
  await page.goto('/verify');
  await expect(page.getByText('The root certificate of this installation.')).toBeVisible();
  const sealed = page.getByLabel('Sealed PDF');
  await sealed.setInputFiles({ name: 'audit-report.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByRole('heading', { name: /audit report|^Genuine/i }).first()).toBeVisible();
  await shot(page, 'verify-report', true);
}
