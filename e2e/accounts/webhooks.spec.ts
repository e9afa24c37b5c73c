import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off', WEBHOOK_LOOPBACK: 'allowed' } });

test('Ada adds a webhook, tests it, reads its log and renews its secret', inTheLongRun, async ({ ada }) => {
  const { page } = ada;
  const received: { headers: Record<string, string>; body: string }[] = [];
  let answer = 503;
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(answer).end('no room');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://10.0.0.1/');
  await expectNothingFound(page, 'webhook dialog');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('We can’t send to this address.')).toBeVisible();
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('checkbox', { name: 'document.created' }).uncheck();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.getByRole('dialog', { name: 'Signing secret' }).locator('code').innerText();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();

  await page.getByRole('button', { name: 'Send test' }).click();
  const log = page.getByRole('dialog', { name: 'Log' });
  await expect(log.getByText('webhook.test')).toBeVisible();
  await expect(log.getByText(/next attempt/)).toBeVisible();
  await log.getByRole('button', { name: /webhook.test/ }).click();
  await expect(log.getByText('no room')).toBeVisible();
  await expectNothingFound(page, 'webhook log');
  answer = 204;
  await expect(log.getByText('Delivered')).toBeVisible({ timeout: 20_000 });
  expect(new Webhook(secret).verify(received.at(-1)!.body, received.at(-1)!.headers)).toMatchObject({
    type: 'webhook.test',
  });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Actions for ${url}` }).click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText(/Events are also signed with the old secret/)).toBeVisible();
  await expectNothingFound(page, 'webhooks');
  for (const [name, width] of [
    ['phone', 375],
    ['desk', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/webhooks-${name}.png` });
  }
  receiver.close();
});
