import type { Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { mallory, signUp, type AccountHolder } from '#testing/sign-up.ts';
import { expect, test } from '../support/fixtures.ts';
import { saved } from '../support/prepare.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';
import { forms, inEditor, createSamples, selectField, type Form, type Made } from '../support/typed-forms.ts';

/** Blocks requests that change something. Read requests still get responses. */
const changes = /\/api\/(?!auth\/|live|user\/preferences)/;

/** Each kind of failure, with its message */
const failures = {
  'a lost network': 'The server could not be reached. Nothing was lost; check your connection and try again.',
  'a fault of the server': 'Something went wrong on our side.',
  'a thing that is gone': 'It is no longer there.',
};
type Failure = keyof typeof failures;

/** Makes every change fail until the returned function is called. */
async function failBy(page: Page, failure: Failure): Promise<() => Promise<void>> {
  if (failure === 'a lost network') {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  }
  const isMissing = failure === 'a thing that is gone';
  const problem = { code: isMissing ? 'not-found' : 'server-error', detail: failures[failure], title: 'x' };
  const status = isMissing ? 404 : 500;
  await page.route(changes, (call) =>
    call.request().method() === 'GET'
      ? call.continue()
      : call.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ ...problem, status }),
        }),
  );
  return () => page.unroute(changes);
}

const boxOf = (page: Page, { within }: Form, label: string) =>
  (within?.(page) ?? page.getByRole('dialog')).getByLabel(label, { exact: true }).first();

async function typeInto(page: Page, form: Form, samples: Made): Promise<void> {
  await page.goto(form.path(samples));
  await form.open?.(page);
  if (form.file) await boxOf(page, form, form.file.label).setInputFiles(form.file.file);
  for (const [label, text] of form.typed) await boxOf(page, form, label).fill(text);
  // A file is checked before it can be sent.
  await expect(sendButton(page, form)).toBeEnabled();
}

const sendButton = (page: Page, { within, send: name }: Form) =>
  (within?.(page) ?? page.getByRole('dialog')).getByRole('button', { name, exact: true });

test(
  'a lost network, an error or a deleted item loses no input',
  inTheLongRun,
  async ({ ada: { page }, server }) => {
    test.setTimeout(240_000);
    const samples = await createSamples(page.request, server.dataDir);
    for (const form of forms) {
      await test.step(form.what, async () => {
        await typeInto(page, form, samples);
        for (const failure of Object.keys(failures) as Failure[]) {
          const mend = await failBy(page, failure);
          await sendButton(page, form).click();
          await expect(page.getByText(failures[failure]).first(), `${form.what}, ${failure}`).toBeVisible();
          await mend();
          for (const [label, text] of form.typed) await expect(boxOf(page, form, label)).toHaveValue(text);
          if (form.file) await expect(page.getByText(form.file.file.name).first()).toBeVisible();
        }
      });
    }
    for (const { what, type, box } of inEditor) {
      await test.step(what, async () => {
        await page.goto(`/document/${samples.draft}`);
        await selectField(page);
        for (const failure of Object.keys(failures) as Failure[]) {
          const mend = await failBy(page, failure);
          await type(page, `Quay lease, ${failure}`);
          await expect(page.getByText(failures[failure]).first(), `${what}, ${failure}`).toBeVisible();
          await mend();
          await expect(page.getByLabel(box, { exact: true }).first()).toHaveValue(`Quay lease, ${failure}`);
        }
      });
    }
  },
);

/** Ends the session on the server but not at the provider, so that no password is needed. */
async function endSession(page: Page): Promise<() => Promise<void>> {
  await page.context().clearCookies({ name: 'sid' });
  await page.evaluate(() => Object.assign(window, { before: true }));
  const address = page.url();
  return async () => {
    await page.waitForFunction(() => !('before' in window));
    await expect(page).toHaveURL(address);
  };
}

/** Records everything written to the tab's storage from now on. */
async function watchStorage(page: Page): Promise<string[]> {
  const stored: string[] = [];
  await page.exposeFunction('storedNow', (text: string) => stored.push(text));
  await page.addInitScript(() => {
    const { storedNow } = window as unknown as { storedNow: (text: string) => void };
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, text) {
      storedNow(text);
      setItem.call(this, name, text);
    };
  });
  return stored;
}

test('input typed when the session ended is restored', inTheLongRun, async ({ ada: { page }, server }) => {
  test.setTimeout(240_000);
  const samples = await createSamples(page.request, server.dataDir);
  const stored = await watchStorage(page);
  for (const form of forms.filter(({ forAnybody }) => !forAnybody)) {
    await test.step(form.what, async () => {
      await typeInto(page, form, samples);
      const back = await endSession(page);
      await sendButton(page, form).click();
      await back();
      const { secret = [] } = form;
      for (const [label, text] of form.typed) {
        if (secret.includes(label)) expect(stored.join('\n')).not.toContain(text);
        else await expect(boxOf(page, form, label), `${form.what}: ${label}`).toHaveValue(text);
      }
      const isText = form.file?.file.mimeType === 'text/csv';
      if (isText) await expect(page.getByText('people.csv')).toBeVisible();
      // The input is restored only once. Opening the form again shows the server's state.
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('typed:');
    });
  }
  for (const { what, type, box } of inEditor) {
    await test.step(what, async () => {
      await page.goto(`/document/${samples.draft}`);
      await selectField(page);
      const back = await endSession(page);
      await type(page, `Crane lease, ${what}`);
      await back();
      if (box !== 'Document Title') {
        await saved(page);
        await selectField(page);
      }
      await expect(page.getByLabel(box, { exact: true }).first()).toHaveValue(`Crane lease, ${what}`);
    });
  }
});

/** Signs in through the login page, and waits until the form at the URL has restored its input. */
async function signIn(page: Page, person: AccountHolder, address: string | RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(address);
  await page.waitForFunction(() => !JSON.stringify({ ...sessionStorage }).includes('typed:'));
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

test(
  'another user who signs in next sees none of Ada’s input',
  inTheLongRun,
  async ({ ada: { page, ...ada }, server }) => {
    await signUp(server.baseUrl, mallory);
    for (const person of [ada, mallory]) {
      await page.goto('/templates?dialog=create');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Lease');
      await dialog.getByLabel('Description').fill('For berths 11 to 14');
      await page.context().clearCookies();
      await dialog.getByRole('button', { name: 'Create Template' }).click();
      await signIn(page, person, '/templates?dialog=create');
      await expect(dialog.getByLabel('Name')).toHaveValue(person === mallory ? '' : 'Lease');
    }
  },
);

test(
  'fields that could not be saved before Ada signed in again are on the page, and are saved',
  inTheLongRun,
  async ({ ada: { page, ...ada } }) => {
    const draft = await draftByProgram(page.request, 'Crane lease', [grace], [{ type: 'text' }]);
    await page.goto(`/document/${draft}`);
    await selectField(page);
    await page.context().clearCookies();
    await page.getByRole('complementary').getByLabel('Help text').fill('As it stands on the crane');
    await signIn(page, ada, /\/document\//);
    await saved(page);
    await selectField(page);
    await expect(page.getByRole('complementary').getByLabel('Help text')).toHaveValue(
      'As it stands on the crane',
    );
    await page.reload();
    await selectField(page);
    await expect(page.getByRole('complementary').getByLabel('Help text')).toHaveValue(
      'As it stands on the crane',
    );
  },
);
