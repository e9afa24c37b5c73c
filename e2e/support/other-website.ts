import type { Page } from '@playwright/test';
import { serveDemo } from '#testing/embedding-demo/serve-demo.ts';
import { expect } from './fixtures.ts';
import type { RunningServer } from './running-server.ts';

const scopes = ['documents:read', 'documents:write', 'documents:send', 'documents:embed'];

/** An external website that shows our pages in a frame, with a key of Ada's. */
export async function openOtherWebsite({ request }: Page, server: RunningServer) {
  const created = await request.post('/api/keys', { data: { name: 'Portal', mode: 'test', scopes } });
  const { secret } = (await created.json()) as { secret: string };
  return { secret, demo: await serveDemo({ countersign: server.baseUrl, key: secret }) };
}

/**
 * Mallory shows the address on a page of another origin, where the browser refuses it, and opens it directly.
 */
export async function expectRefusedElsewhere(mallory: Page, port: number, url: string): Promise<void> {
  await mallory.goto(`http://127.0.0.1:${port}/`);
  await mallory.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  }, url);
  expect(mallory.frames().map((one) => one.url())).not.toContain(url);
  await expect(mallory.frameLocator('iframe').getByText('Employment')).toHaveCount(0);
  await mallory.goto(url);
  await expect(mallory.getByText('opens in the application')).toBeVisible();
}
