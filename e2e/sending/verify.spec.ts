import type { APIRequestContext } from '@playwright/test';
import { openOwnAuthority } from '#server/adapters/seal-key/own-authority.ts';
import { grace } from '#testing/cast.ts';
import { addNote, flip } from '#testing/documents/harm-sealed.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { logProof } from '#testing/tamper/with-key.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import type { RunningServer } from '../support/running-server.ts';
import { sendByProgram, signByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

let leases = 0;

/** A lease that Ada sent, Grace signed and the running server sealed */
async function sealedHere(request: APIRequestContext, { dataDir }: RunningServer): Promise<Uint8Array> {
  const title = `Lease: Harbour Lane ${(leases += 1)}-${process.pid}`;
  const { id, linkOf } = await sendByProgram(request, dataDir, { title, people: [grace] });
  await signByProgram(request, await linkOf(grace.email), grace.name);
  const path = `/api/documents/${id}/download`;
  await expect.poll(async () => (await request.get(path)).status(), { timeout: 60_000 }).toBe(200);
  return (await request.get(path)).body();
}

/** A lease that was sealed elsewhere with the running server's key, and is not in its log */
async function sealedByThief({ dataDir }: RunningServer): Promise<Uint8Array> {
  const key = await openOwnAuthority(dataDir, Date.now());
  if ('problem' in key) throw new Error(key.problem);
  return sealedLease({ key, at: Date.now(), logProofs: [await logProof()] });
}

const rootsLine = 'The root certificate and the log keys of this installation.';
const notConfirmed = 'Not confirmed: nothing shows that this installation sealed the file.';

const asFile = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
});

test('a stranger with a phone finds a lease genuine, and the phone sends only two hashes', async ({
  ada,
  newPhone,
  server,
}) => {
  const phone = await newPhone();
  const requests: string[] = [];
  phone.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await phone.goto('/');
  await phone.getByRole('contentinfo').getByRole('link', { name: 'Verify a document' }).tap();
  await expect(phone.getByRole('heading', { name: 'Verify a document', level: 1 })).toBeVisible();
  await expect(phone.getByText(rootsLine)).toBeVisible();
  await expectNothingFound(phone, 'verify page');

  const sealed = await sealedHere(ada.page.request, server);
  requests.length = 0;
  await phone.getByLabel('Sealed PDF').setInputFiles(asFile('lease.pdf', sealed));
  const verdict = phone.getByRole('heading', { name: /^Genuine: sealed by .+ and not changed since\.$/ });
  await expect(verdict).toBeFocused();
  const signers = phone.getByRole('region', { name: 'Who signed' });
  await expect(signers).toContainText('Grace Lindqvist');
  await expect(signers).toContainText('Signed on');
  await expect(signers).toContainText('Identified by: link in their email');
  await expect(phone.getByText('fails')).toHaveCount(0);
  const installation = phone.getByRole('region', { name: 'This installation' });
  await expect(installation).toContainText('has the document and the last event');
  await expect(phone.getByText('INDETERMINATE · TRY_LATER')).toBeVisible();
  await expectNothingFound(phone, 'a genuine file');
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide, 'nothing stands out of the page').toBe(false);

  await test.step('a note that Mallory adds is reported with its page', async () => {
    await phone.getByLabel('Sealed PDF').setInputFiles(asFile('lease.pdf', addNote(sealed)));
    await expect(phone.getByRole('heading', { name: /^Changed:/ })).toBeFocused();
    await expect(phone.getByText('A note, mark or image was added to the pages.')).toBeVisible();
    await expect(phone.getByText('The content of the pages was changed. (page 1)')).toBeVisible();
    await expect(signers).toContainText('Nothing confirms it.');
    await expectNothingFound(phone, 'a changed file');
  });
  expect(requests.filter((call) => !/^GET \/api\/log\/events\/[0-9a-f]{64}$/.test(call))).toEqual([]);

  await test.step('a file sealed with the stolen key is not genuine', async () => {
    await phone.getByLabel('Sealed PDF').setInputFiles(asFile('forged.pdf', await sealedByThief(server)));
    await expect(phone.getByRole('heading', { name: notConfirmed })).toBeFocused();
    await expect(phone.getByText('from a log that does not belong to this installation')).toBeVisible();
    await expect(installation).toContainText('has no record of this document');
    await expectNothingFound(phone, 'a file under another log');
  });

  await test.step('verification continues without a network', async () => {
    await phone.context().setOffline(true);
    await phone.getByLabel('Sealed PDF').setInputFiles(asFile('lease.pdf', flip(sealed, 'MediaBox [0 0')));
    await expect(phone.getByText('The file differs from the one that was sealed.')).toBeVisible();
    await phone.getByLabel('Sealed PDF').setInputFiles(asFile('lease.pdf', sealed));
    await expect(verdict).toBeFocused();
    await expect(installation).toContainText('We couldn’t check whether');
    await phone.context().setOffline(false);
  });
});

test(
  'a file from another installation is recognized with the root that its operator provided',
  inTheLongRun,
  async ({ page }) => {
    const quill = await makeSealChain({ organization: 'Quill' });
    await page.goto('/verify');
    const choose = page.getByRole('button', { name: 'Choose a file' });
    // This installation's root must have loaded first.
    await expect(choose).toBeEnabled();
    const chooser = page.waitForEvent('filechooser');
    await choose.press('Enter');
    await (await chooser).setFiles(asFile('quill.pdf', await sealedLease({ key: quill, at: Date.now() })));
    await expect(page.getByRole('heading', { name: /^Unchanged since it was sealed, but/ })).toBeFocused();
    await expectNothingFound(page, 'a root that is not known');
    await page
      .getByLabel('Provide another root (PEM)')
      .setInputFiles(asFile('notes.pem', Buffer.from('Notes')));
    await expect(page.getByRole('alert')).toHaveText('That file contains no certificate in PEM format.');
    await page
      .getByLabel('Provide another root (PEM)')
      .setInputFiles(asFile('quill.pem', Buffer.from(quill.rootPem)));
    await expect(
      page.getByRole('heading', { name: 'Genuine: sealed by Quill and not changed since.' }),
    ).toBeFocused();
    await page.getByLabel('Sealed PDF').setInputFiles(asFile('notes.txt', Buffer.from('Notes')));
    await expect(page.getByRole('heading', { name: 'This is not a PDF.' })).toBeFocused();
  },
);

test('the command can be downloaded, and no other page loads the verify page’s code', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loaded.filter((path) => /verify/.test(path))).toEqual([]);
  await page.goto('/verify');
  const link = page.getByRole('link', { name: 'Download the command' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('countersign-verify.mjs');
});

test(
  'the saved page, from a disk and without any network, gives the same result and contains root and log keys',
  inTheLongRun,
  async ({ ada, page, server }, info) => {
    const sealed = await sealedHere(ada.page.request, server);
    await page.goto('/verify');
    const button = page.getByRole('button', { name: 'Download this page as a single file' });
    await expect(page.getByText(rootsLine)).toBeVisible();
    await page.route('**/verify/countersign-verify.htm', (call) => call.abort());
    await button.click();
    const alert = page.getByRole('alert');
    const retry = alert.getByRole('button', { name: 'Try again' });
    await expect(alert).toContainText('could not be reached');
    await page.unroute('**/verify/countersign-verify.htm');
    const [download] = await Promise.all([page.waitForEvent('download'), retry.click()]);
    await expect(alert).toHaveCount(0);
    expect(download.suggestedFilename()).toBe('countersign-verify.html');
    const kept = info.outputPath('countersign-verify.html');
    await download.saveAs(kept);
    await page.context().setOffline(true);
    await page.goto(`file://${kept}`);
    await expect(
      page.getByText('The root certificate and the log keys that came with this page'),
    ).toBeVisible();
    await page.getByLabel('Sealed PDF').setInputFiles(asFile('lease.pdf', sealed));
    await expect(
      page.getByRole('heading', { name: /^Genuine: sealed by .+ and not changed since\.$/ }),
    ).toBeFocused();
    await page.getByLabel('Sealed PDF').setInputFiles(asFile('forged.pdf', await sealedByThief(server)));
    await expect(page.getByRole('heading', { name: notConfirmed })).toBeFocused();
    await page.getByLabel('Sealed PDF').setInputFiles(asFile('lease.pdf', addNote(sealed)));
    await expect(page.getByText('The content of the pages was changed. (page 1)')).toBeVisible();
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('heading', { name: /^Verändert/ })).toBeVisible();
    const outcome = await page.evaluate(() => fetch('https://quill.example/').catch(() => 'refused'));
    expect(outcome, 'whoever builds a way to send something is refused by the page itself').toBe('refused');
    await expectNothingFound(page, 'the page by itself');
  },
);

for (const [what, lost] of [
  ['the roots', /\/api\/seal\//],
  // Without the list, a seal by a revoked key would be called genuine.
  ['certificate revocation list', /\/api\/seal\/root\.crl/],
  // Without the keys, a file sealed with a stolen key would be called genuine.
  ['the keys of the log', /\/api\/log\/keys/],
] as const)
  test(
    `a failure to load ${what} is named in the unknown result`,
    inTheLongRun,
    async ({ ada, page, server }) => {
      const sealed = await sealedHere(ada.page.request, server);
      await page.route(lost, (call) => call.abort());
      await page.goto('/verify');
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(
        'We couldn’t fetch the root certificate, the log keys or the certificate revocation list of this installation.',
      );
      await page.getByLabel('Sealed PDF').setInputFiles(asFile('lease.pdf', sealed));
      await expect(page.getByRole('heading', { name: /^Unchanged since it was sealed, but/ })).toBeFocused();
      await expectNothingFound(page, `${what} could not be fetched`);
      await page.unroute(lost);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { name: /^Genuine: sealed by/ })).toBeVisible();
      await expect(alert).toHaveCount(0);
    },
  );
