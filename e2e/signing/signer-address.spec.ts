import { expect, test } from '../support/fixtures.ts';
import { sendByProgram } from '../support/sent-by-program.ts';

const grace = { name: 'Grace Lindqvist', email: 'grace.address@harbour.example' };
const text = (x: number) => ({ type: 'text', page: 1, x, y: 200, width: 150, height: 30, label: 'Place' });

test('the address bar contains no secret, and the page works after reloads, with two documents and after going back (S-11)', async ({
  ada: { page },
  server,
  newPhone,
}) => {
  const [lease, berth] = [
    await sendByProgram(page.request, server.dataDir, {
      title: 'The lease of the office',
      people: [grace],
      fields: [text(60)],
    }),
    await sendByProgram(page.request, server.dataDir, { title: 'The berth at the quay', people: [grace] }),
  ];
  const [leaseLink, berthLink] = [await lease.linkOf(grace.email), await berth.linkOf(grace.email)];
  const secret = new URL(leaseLink).pathname.split('/')[2]!;
  const phone = await newPhone();
  const heading = (title: string) => phone.getByRole('heading', { name: title }).first();

  await phone.goto(leaseLink);
  await expect(phone).toHaveURL(`${server.baseUrl}/sign/`);
  await expect(heading('The lease of the office')).toBeVisible();
  const stored = await phone.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(secret);
  expect(await phone.evaluate(() => document.cookie)).not.toContain(secret);

  await test.step('a reload finds its own document', async () => {
    await phone.reload();
    await expect(heading('The lease of the office')).toBeVisible();
    await expect(phone).toHaveURL(`${server.baseUrl}/sign/`);
  });

  await test.step('another document in the same tab, and going back, are not mixed up', async () => {
    await phone.goto(berthLink);
    await expect(heading('The berth at the quay')).toBeVisible();
    await phone.goBack();
    await expect(heading('The lease of the office')).toBeVisible();
    await phone.reload();
    await expect(heading('The lease of the office')).toBeVisible();
  });

  await test.step('the link in the email opens in a second tab as well', async () => {
    const second = await phone.context().newPage();
    await second.goto(leaseLink);
    await expect(second.getByRole('heading', { name: 'The lease of the office' }).first()).toBeVisible();
  });

  await test.step('the address that Mallory saw over Grace’s shoulder opens nothing', async () => {
    const mallory = await newPhone();
    await mallory.goto(phone.url());
    await expect(mallory.getByText('the link is invalid')).toBeVisible();
    await expect(mallory.getByText('The lease of the office')).toHaveCount(0);
  });
});
