import type { Page } from '@playwright/test';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { openMail } from '../support/outbox.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

/** Screenshots to review after a change: `PICTURES=folder`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/counter-${name}.png` });
}

test(
  'on a device that many visitors use, the next visitor sees nothing of the previous one, and cannot go back',
  inTheLongRun,
  async ({ ada: { page }, browser, baseURL, server }) => {
    const draft = await draftByProgram(page.request, 'Visit of the yard', [grace]);
    const words = { name: 'Visit of the yard', description: 'For guests', category: 'Legal' };
    const made = await page.request.post('/api/templates', { data: { ...words, documentId: draft } });
    const { id } = (await made.json()) as { id: string };
    const { roles } = (await (await page.request.get(`/api/templates/${id}`)).json()) as TemplateDetail;
    const thanks = { text: 'Take a helmet from the shelf.', link: '' };
    const form = { on: true, visitorRole: roles[0]!.id, thanks };
    const opened = await page.request.put(`/api/templates/${id}/form`, { data: form });
    const { counterUrl } = (await opened.json()) as PublicFormView;

    const size = { width: 1280, height: 800 };
    const counter = await browser.newContext({ ...(baseURL && { baseURL }), viewport: size });
    const device = await counter.newPage();
    await device.clock.install();
    await device.goto(new URL(counterUrl).pathname);
    const shown = device.frameLocator('iframe');
    const fill = async (name: string, email: string) => {
      await shown.getByLabel('Your name').fill(name);
      await shown.getByLabel('Your email address').fill(email);
      await shown.getByRole('button', { name: 'Email me a code' }).click();
      await expect(shown.getByLabel('Code from the email')).toBeVisible();
    };
    await expectNothingFound(device, 'a form at a counter');
    await fill('Hana Sato', 'hana@sato.example');
    const mail = await openMail(server.dataDir, 'hana@sato.example', 'is your code');
    await shown.getByLabel('Code from the email').fill(/\d{6}/.exec(mail.text)![0]);
    await shown.getByRole('button', { name: 'Continue to the document' }).click();
    await shown.getByRole('button', { name: 'Continue to Sign' }).click({ timeout: 60_000 });
    await shown.getByRole('button', { name: 'Type', exact: true }).click();
    await shown.getByLabel('Type your name').fill('Hana Sato');
    await shown.getByRole('checkbox', { name: 'I consent to use electronic signature' }).check();
    await picture(device, 'sign');
    await shown.getByRole('button', { name: 'Sign Document' }).click();
    const done = device.getByRole('dialog', { name: 'You’re done' });
    await expect(done).toContainText('Take a helmet from the shelf.');
    await expect(done.getByRole('timer')).toHaveText(/^\d+$/);
    await expectNothingFound(device, 'the end of a visit at a counter');
    await picture(device, 'done');
    const stored = () =>
      device.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].length);
    await device.evaluate(() => localStorage.setItem('what a page kept', 'Hana'));
    expect(await stored()).toBe(1);
    await device.clock.runFor(21_000);
    await expect(done).toBeHidden();
    await expect(shown.getByLabel('Your name')).toHaveValue('');
    expect(await stored()).toBe(0);

    // The next visitor cannot go back to the previous visitor's pages.
    await device.goBack({ timeout: 3000 }).catch(() => null);
    await expect(device.getByText('Hana')).toHaveCount(0);
    await device.goto(new URL(counterUrl).pathname);
    await expect(shown.getByLabel('Your name')).toHaveValue('');

    // Linus leaves before he has finished.
    await fill('Linus Okafor', 'linus@okafor.example');
    await device.clock.runFor(91_000);
    const stay = device.getByRole('dialog', { name: 'Are you still there?' });
    await picture(device, 'stay');
    await stay.getByRole('button', { name: 'Continue' }).click();
    await expect(stay).toBeHidden();
    await expect(shown.getByText('linus@okafor.example')).toBeVisible();
    await device.clock.runFor(91_000);
    await expect(stay).toBeVisible();
    await device.clock.runFor(21_000);
    await expect(shown.getByLabel('Your name')).toHaveValue('');
    await expect(shown.getByText('linus@okafor.example')).toBeHidden();
    await counter.close();
  },
);
