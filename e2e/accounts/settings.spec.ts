import { PNG } from 'pngjs';
import { Secret, TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseFreePlan } from '../support/choose-plan.ts';
import { inTheLongRun } from '../support/sweep.ts';

// Requiring a second factor needs a team. A team needs no plan, because plans are disabled here.
test.use({ settings: { PLANS: 'off' } });

/** Opens the settings area that contains this section, or the first area. */
async function openSettings(page: Page, section: string, area?: string): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  if (area !== undefined)
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: area }).click();
  await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
}

async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A two-color picture, 300 by 200, so that crops can be distinguished. */
function picture(): Buffer {
  const png = new PNG({ width: 300, height: 200 });
  for (let at = 0; at < png.data.length; at += 4)
    png.data.set([30, 90, (at / 4) % 300 < 150 ? 40 : 200, 255], at);
  return PNG.sync.write(png);
}

test(
  'a photo is cropped by mouse or keyboard, shown in the header, and removed',
  inTheLongRun,
  async ({ ada }) => {
    const { page } = ada;
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByText('JPG or PNG up to 2MB')).toBeVisible();
    await expectNothingFound(page, 'settings');

    const choose = page.getByLabel('Choose a photo');
    await choose.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await expect(page.getByText('This picture can’t be used', { exact: true })).toBeVisible();
    await choose.setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: picture() });
    const frame = page.getByRole('application', { name: /Photo/ });
    await expect(frame).toBeVisible();
    await expectNothingFound(page, 'photo dialog');
    const shown = () => frame.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const before = await shown();
    await page.getByRole('slider', { name: 'Zoom' }).fill('2');
    await frame.focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown()).not.toBe(before);
    await expectNothingFound(page, 'photo dialog, after zoom');
    const box = (await frame.boundingBox())!;
    const keyed = await shown();
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 100, { steps: 4 });
    await page.mouse.up();
    expect(await shown()).not.toBe(keyed);
    await page.getByRole('button', { name: 'Save photo' }).click();
    await expect(page.getByText('Photo saved', { exact: true })).toBeVisible();
    const inHeader = page.getByRole('banner').locator('img[src^="/api/user/photo/"]');
    await expect(inHeader).toBeVisible();
    // The picture's box exists before the picture has loaded.
    await expect.poll(() => inHeader.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
    await page.reload();
    await expect(inHeader).toBeVisible();
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expect(inHeader).toBeHidden();
  },
);

test(
  'names and preferences are saved, take effect immediately, and appear in another browser',
  inTheLongRun,
  async ({ ada, browser, baseURL }) => {
    const { page } = ada;
    await openSettings(page, 'Preferences');
    await page.getByLabel('Last name').fill('Moreau-Berg');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByRole('banner')).toContainText('Ada Moreau-Berg');

    const html = page.locator('html');
    await page.getByRole('radiogroup', { name: 'Dark mode' }).getByText('Dark', { exact: true }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.getByLabel('Timezone').selectOption('Asia/Tokyo');
    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    const mail = page.getByRole('switch', { name: 'A document is completed: Email' });
    await mail.click();
    await expect(mail).not.toBeChecked();
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await page.getByRole('switch', { name: 'Auto-save' }).click();
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await expect(html).toHaveAttribute('lang', 'de');

    const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'en-US' });
    const otherPage = await other.newPage();
    await signIn(otherPage, ada);
    await otherPage.goto('/settings');
    await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(otherPage.locator('html')).toHaveAttribute('lang', 'de');
    const kept = await (await otherPage.request.get('/api/user/preferences')).json();
    expect(kept).toMatchObject({
      language: 'de',
      timezone: 'Asia/Tokyo',
      theme: 'dark',
      autoSave: false,
      notifications: { 'document-completed': { inApp: true, mail: false } },
    });
    await other.close();
  },
);

test(
  'two-factor sign-in is set up, required, and passed with the app or a recovery code',
  inTheLongRun,
  async ({ ada }) => {
    const { page } = ada;
    expect((await page.request.patch('/api/team', { data: { twoFactorRequired: true } })).status()).toBe(204);
    await page.goto('/dashboard');
    const notice = page.getByRole('heading', { name: 'Your account requires a second sign-in step' });
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Turn on two-factor' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill('a guess of Mallory');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The password is wrong');
    await dialog.getByLabel('Your password').fill(ada.password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectNothingFound(page, 'two-factor dialog');
    const secret = (await dialog.locator('[data-secret]').textContent())!.replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const enrolledWith = totp.generate();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(enrolledWith);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    const codes = await dialog.getByRole('listitem').allTextContents();
    await expectNothingFound(page, 'recovery codes');
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    await dialog.getByLabel('I’ve saved these codes').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('10 recovery codes left')).toBeVisible();
    await expect(notice).toBeHidden();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard');

    await page.goto('/api/logout');
    await signIn(page, ada);
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expectNothingFound(page, 'code page');
    // The code used for the setup cannot be used again, so only the next one is valid.
    await page.getByLabel('Code').fill(enrolledWith);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('was already used');
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    await page.getByLabel('Code').fill(next);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard');

    await page.goto('/api/logout');
    await signIn(page, ada);
    await page.getByLabel('Code').fill(codes[0]!);
    await page.getByRole('button', { name: 'Continue' }).click();
    await openSettings(page, 'Security', 'Security');
    await expect(page.getByText('9 recovery codes left')).toBeVisible();
  },
);

test(
  'a passkey is added in the settings, and signs in without a password',
  inTheLongRun,
  async ({ browser, server, openMail }) => {
    // A passkey belongs to a host name, so this test uses localhost.
    const context = await browser.newContext({ baseURL: server.baseUrl.replace('127.0.0.1', 'localhost') });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const person = { email: `passkey-${process.pid}@harbour.example`, password: 'ink on paper, 1843' };
    await page.goto('/api/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Moreau');
    await page.getByRole('button', { name: 'Create account' }).click();
    await chooseFreePlan(page);
    const { link } = await openMail(person.email, 'Confirm your email');
    await page.goto(link.replace('127.0.0.1', 'localhost'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: 'Open Countersign' }).click();
    await openSettings(page, 'Security', 'Security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Your password').fill(person.password);
    await expectNothingFound(page, 'passkey dialog');
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Passkey added', { exact: true })).toBeVisible();
    await expect(page.getByText('Laptop').first()).toBeVisible();

    await page.goto('/api/logout');
    await page.goto('/api/login');
    await expectNothingFound(page, 'sign-in page');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard');
    await openSettings(page, 'Security', 'Security');
    await expect(page.getByText(/Last used on/)).toBeVisible();
    await context.close();
  },
);

test(
  'a second browser is listed, and signed out from this one',
  inTheLongRun,
  async ({ ada, browser, baseURL }) => {
    const { page } = ada;
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const otherPage = await context.newPage();
    await signIn(otherPage, ada);
    await expect(otherPage.getByRole('heading', { level: 1 })).toContainText('Dashboard');
    await openSettings(page, 'Sessions', 'Security');
    await expect(page.getByText('This device')).toBeVisible();
    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toBeHidden();
    await otherPage.goto('/documents');
    await expect(otherPage.getByRole('link', { name: 'Sign Up Free - Start Now' })).toBeVisible();
    await otherPage.goto('/api/login');
    await expect(otherPage.getByLabel('Password', { exact: true })).toBeVisible();
    await context.close();

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('link', { name: 'Sign Up Free - Start Now' })).toBeVisible();
  },
);

test('a forgotten password is reset by an emailed link', inTheLongRun, async ({ ada, page, openMail }) => {
  await page.goto('/api/logout');
  await page.goto('/api/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectNothingFound(page, 'forgotten password');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { link } = await openMail(ada.email, 'Set a new password');
  await page.goto(link);
  await expectNothingFound(page, 'new password');
  await page.getByLabel('New password').fill('a quill of my own');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible();
  await signIn(page, { email: ada.email, password: 'a quill of my own' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard');
});
