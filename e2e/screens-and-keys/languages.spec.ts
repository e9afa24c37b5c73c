import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, review, signDocument } from '../support/ceremony.ts';
import { realPdf } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { downloadBy, judgeSealed } from '../support/judge.ts';
import * as prepare from '../support/prepare.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const layla = { name: 'ليلى حداد', email: 'layla@haddad.example' };

test('a visitor reads the landing page in another language, and signs in using that language', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unterschriften, die jeder prüfen kann');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByLabel('Sprache').selectOption({ label: 'العربية' });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectNothingFound(page, 'landing page, Arabic');
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('شروط الخدمة');
  await page.goto('/api/login');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
  await expectNothingFound(page, 'sign-in page, Arabic');
});

test(
  'a recipient signs on a phone in Arabic, although the sender’s account is in German',
  inTheLongRun,
  async ({ ada, newPhone, openMail, server }) => {
    test.setTimeout(180_000);
    const { page } = ada;
    const title = 'Mietvertrag (2026)';
    const real = realPdf();

    await test.step('Ada prepares the document, with the application in German', async () => {
      await prepare.uploadByDialog(page, real.file, title);
      await prepare.addRecipient(page, layla);
      await prepare.chooseRecipient(page, layla.name);
      await prepare.dragField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
      await prepare.clickField(page, 'Date', { page: 1, x: 0.7, y: 0.5 });
      await prepare.saved(page);
      await page.request.patch('/api/user/preferences', { data: { language: 'de' } });
      await page.reload();
      await expect(page.getByRole('button', { name: 'Zur Unterschrift senden' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    });

    await test.step('Ada sends the document in Arabic', async () => {
      await page.getByRole('button', { name: 'Zur Unterschrift senden' }).click();
      const dialog = page.getByRole('dialog', { name: 'Zur Unterschrift senden' });
      await dialog.getByRole('button', { name: 'Empfänger 1 bearbeiten' }).click();
      await dialog.getByRole('combobox', { name: 'Sprache' }).click();
      await page.getByRole('option', { name: 'العربية' }).click();
      await expectNothingFound(page, 'send dialog, German');
      await dialog.getByRole('button', { name: 'Dokument senden' }).click();
      await expect(page.getByText('Dokument erfolgreich gesendet').first()).toBeVisible();
      await expectNothingFound(page, 'dashboard, German');
    });

    const mail = await openMail(layla.email, title);
    expect(mail.text).toContain('مستندًا لتوقيعه');
    const phone = await newPhone();

    await test.step('Layla reads and signs from right to left', async () => {
      await phone.goto(mail.link);
      await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(phone.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
      await expectNothingFound(phone, 'ceremony, Arabic, review');
      await phone.getByRole('button', { name: 'المتابعة إلى التوقيع' }).tap();
      await phone.getByText('كتابة', { exact: true }).tap();
      await phone.getByLabel('اكتب اسمك').fill(layla.name);
      const consent = phone.getByLabel('أوافق على استخدام التوقيع الإلكتروني');
      await consent.check();
      await expectNothingFound(phone, 'ceremony, Arabic, sign');
    });

    await test.step('changing the language requires a new consent', async () => {
      const language = phone.locator('.language select');
      await language.selectOption({ label: 'Français' });
      await expect(phone.getByLabel('Je consens à utiliser la signature électronique')).not.toBeChecked();
      await language.selectOption({ label: 'العربية' });
      await phone.getByLabel('أوافق على استخدام التوقيع الإلكتروني').check();
      await phone.getByRole('button', { name: 'توقيع المستند' }).tap();
      await expect(phone.getByText('وُقّع المستند بنجاح!')).toBeVisible();
      await expectNothingFound(phone, 'ceremony, Arabic, complete');
    });

    await test.step('Layla has a sealed file, and Ada is notified in German', async () => {
      const download = phone.getByRole('link', { name: 'تنزيل المستند المختوم' });
      await expect(download).toBeVisible({ timeout: 60_000 });
      const sealed = await downloadBy(phone, () => download.tap());
      await judgeSealed(sealed, await server.rootPem(), [real.words, layla.email]);
      const news = await openMail(ada.email, `Abgeschlossen: ${title}`);
      expect(news.text).toContain('Das versiegelte Dokument liegt bereit');
    });
  },
);

test(
  'consent to an outdated text must be given again (L-06)',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    const title = 'Lease of berth 31';
    const people = [{ name: grace.name, email: grace.email }];
    const sent = await sendByProgram(ada.page.request, server.dataDir, { title, people });
    const phone = await newPhone();
    // The page was loaded before the server had the new text.
    const link = /\/api\/sign\/[^/?]+(\?.*)?$/;
    await phone.route(link, async (call) => {
      if (call.request().method() !== 'GET') return call.continue();
      const response = await call.fetch();
      const answer = (await response.json()) as CeremonyAnswer;
      return call.fulfill({
        response,
        json: { ...answer, disclosure: { ...answer.disclosure, version: '2026-11-20.2' } },
      });
    });
    await review(phone, await sent.linkOf(grace.email), title);
    await phone.getByRole('button', { name: 'Type', exact: true }).tap();
    await phone.getByLabel('Type your name').fill(grace.name);
    await consent(phone);
    await phone.unroute(link);
    await phone.getByRole('button', { name: 'Sign Document' }).tap();
    await expect(phone.getByText('Signing failed').first()).toBeVisible();
    await consent(phone);
    await signDocument(phone, title);
  },
);
