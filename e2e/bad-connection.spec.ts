import { grace } from '#testing/cast.ts';
import { expect, test } from './fixtures.ts';
import * as prepare from './prepare.ts';
import { draftByProgram } from './sent-by-program.ts';

test('a document whose sending was not answered is not said to have failed once it is out', async ({
  ada: { page },
}) => {
  // Sending lays out the document, which a busy machine takes its time for.
  test.setTimeout(240_000);
  const toast = prepare.toast(page);
  const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
  const submit = dialog.getByRole('button', { name: 'Send Document' });
  const openSending = async (title: string) => {
    const id = await draftByProgram(page.request, title, [grace]);
    await page.goto(`/document/${id}?dialog=send`);
    await expect(submit).toBeEnabled();
    return id;
  };
  const expectSent = async (title: string) => {
    await expect(toast).toContainText('Document sent successfully', { timeout: 90_000 });
    await expect(page).toHaveURL('/dashboard');
    await expect(prepare.rowOf(page, title)).toContainText('Pending');
  };
  // Who is told by the stream sees the sent document in the place of the editor before they press again.
  await page.route('**/api/live', (route) => route.abort());
  let offline = false;
  await page.route(/\/api\/documents\/[^/]+$/, (route) => (offline ? route.abort() : route.continue()));
  await page.route(/\/api\/documents\/[^/]+\/send$/, async (route) => {
    await route.fetch({ timeout: 90_000 });
    await route.abort();
  });

  await test.step('the answer alone is lost: the document is looked for, and found to be out', async () => {
    await openSending('Lease of berth 21');
    await submit.click();
    await expectSent('Lease of berth 21');
  });

  await test.step('the network is gone, and Ada presses once more when it is back', async () => {
    await openSending('Lease of berth 22');
    offline = true;
    await submit.click();
    await expect(toast).toContainText('Failed to send document', { timeout: 90_000 });
    await expect(toast).toContainText('could not be reached');
    offline = false;
    await submit.click();
    await expectSent('Lease of berth 22');
  });
});

test('Ada, who signs too, is told that her document was sent, also where her own page does not open', async ({
  ada,
}) => {
  test.setTimeout(180_000);
  const { page } = ada;
  const id = await draftByProgram(page.request, 'Lease that Ada signs', [
    { name: `${ada.firstName} ${ada.lastName}`, email: ada.email },
  ]);
  await page.goto(`/document/${id}?dialog=send`);
  await page.route('**/sign-myself', (route) => route.abort());
  const refused = page.waitForEvent('requestfailed', {
    predicate: (request) => request.url().endsWith('/sign-myself'),
    timeout: 90_000,
  });
  const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
  await dialog.getByRole('button', { name: 'Send Document' }).click();
  await refused;
  await expect(page).toHaveURL('/dashboard');
  await expect(prepare.toast(page)).toContainText('Document sent successfully');
  await expect(prepare.rowOf(page, 'Lease that Ada signs')).toContainText('Pending');
});
