import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { chooseFreePlan } from '../support/choose-plan.ts';
import { inTheLongRun } from '../support/sweep.ts';

const [malloryChose, graceChose] = ['nothing to see here', 'a quill of my own'];

test(
  'Mallory signs up with Grace’s address, and loses access when Grace claims it through her mailbox',
  inTheLongRun,
  async ({ page, newPhone, openMail }) => {
    const email = `grace.${process.pid}@harbour.example`;
    const mallory = await newPhone();
    await signUp(mallory, email, malloryChose);
    const waiting = mallory.getByRole('region', { name: 'Confirm your address' });
    await expect(waiting).toContainText(email);

    // The email alone confirms nothing, because its reader did not choose that password.
    const { link } = await openMail(email, 'Confirm your email');
    await page.goto(link);
    await page.getByLabel('Password').fill('whatever Grace would try');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alert')).toContainText('the password of that account');

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.goto((await openMail(email, 'Set a new password')).link);
    await page.getByLabel('New password').fill(graceChose);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(graceChose);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await chooseFreePlan(page);
    await expect(page.getByRole('region', { name: 'Confirm your address' })).toBeHidden();

    expect((await mallory.request.get('/api/auth/user')).status()).toBe(401);
    await mallory.goto('/api/login');
    await mallory.getByLabel('Email').fill(email);
    await mallory.getByLabel('Password').fill(malloryChose);
    await mallory.getByRole('button', { name: 'Sign in', exact: true }).tap();
    await expect(mallory.getByRole('alert').first()).toContainText('No account has this email and password');
  },
);

async function signUp(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('First name').fill('Grace');
  await page.getByRole('button', { name: 'Create account' }).tap();
  await chooseFreePlan(page);
}
