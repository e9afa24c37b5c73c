import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { contrast, type Color } from '#core/brand/color.ts';
import de from '../../web/locales/signer/de.json' with { type: 'json' };
import { expect, test } from '../support/fixtures.ts';
import { openOtherWebsite } from '../support/other-website.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

const grace = { name: 'Grace Lindqvist', email: 'grace.look@harbour.example' };
const wrapper = fileURLToPath(new URL('../../clients/react/countersign-react.tsx', import.meta.url));
/** White text on this yellow would be unreadable. */
const theme = { color: '#ffd500', scheme: 'light', radius: 0, language: 'de' };

/** A React application in strict mode, which runs every effect twice. */
async function reactApplication(): Promise<string> {
  const source = `
    import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { CountersignFrame } from ${JSON.stringify(wrapper)};
    window.events = [];
    window.mount = (props) => {
      const onReady = () => window.events.push('ready');
      const frame = createElement(CountersignFrame, { ...props, onReady, style: { height: '90vh' } });
      createRoot(document.querySelector('#sign')).render(createElement(StrictMode, null, frame));
    };`;
  const entry = '\0application';
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id.endsWith('application') ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: 'application', formats: ['iife'], name: 'application' },
    },
  })) as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return output[0].code;
}

/** Returns the colors of the button's text and background, as #rrggbb. */
async function colorsOf(frame: FrameLocator, name: string): Promise<[Color, Color]> {
  const button = frame.getByRole('button', { name });
  return button.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const context = document.createElement('canvas').getContext('2d')!;
    return [color, backgroundColor].map((one) => {
      context.fillStyle = one;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
      return `#${[red!, green!, blue!].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    });
  }) as Promise<[Color, Color]>;
}

async function mount(target: Page, props: object): Promise<void> {
  await target.evaluate(
    (values) => (window as unknown as { mount(props: object): void }).mount(values),
    props,
  );
}

test(
  'a frame in a React application has the theme of the website, and its text remains readable',
  inTheLongRun,
  async ({ ada: { page }, server, browser }) => {
    const { demo } = await openOtherWebsite(page, server);
    await page.request.post('/api/embedding/origins', { data: { origin: demo.origin } });
    const application = await reactApplication();
    const otherPage = await (await browser.newContext({ viewport: { width: 1280, height: 1000 } })).newPage();
    for (const scheme of ['light', 'dark'] as const) {
      const { url } = await demo.begin(grace);
      await otherPage.goto(demo.origin);
      await otherPage.addScriptTag({ content: application });
      await mount(otherPage, { url, theme: { ...theme, scheme } });
      const frame = otherPage.frameLocator('iframe');
      const next = frame.getByRole('button', { name: de['review.continue'] });
      await expect(next).toBeVisible({ timeout: 30_000 });
      await expect(frame.locator('html')).toHaveAttribute('lang', 'de');
      await expect(frame.locator('html')).toHaveAttribute('data-theme', scheme);
      await expect(next).toHaveCSS('border-top-left-radius', '0px');
      const [text, ground] = await colorsOf(frame, de['review.continue']);
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      await next.click();
      await expect(frame.getByRole('checkbox', { name: de['consent.label'] })).toBeVisible();
      if (process.env['PICTURES'])
        await otherPage.screenshot({ path: `${process.env['PICTURES']}/look-${scheme}.png` });
    }
    await demo.close();
  },
);

test(
  'the embedded editor has the theme of the website, not that of the member’s preferences',
  inTheLongRun,
  async ({ ada: { page }, server }) => {
    const { demo } = await openOtherWebsite(page, server);
    await page.request.post('/api/embedding/origins', { data: { origin: demo.origin } });
    await page.request.patch('/api/user/preferences', { data: { theme: 'light' } });
    const { url } = await demo.prepare(grace);
    await page.goto(demo.origin);
    await page.addScriptTag({ content: await reactApplication() });
    await mount(page, { url, theme: { ...theme, scheme: 'dark' } });
    const html = page.frameLocator('iframe').locator('html');
    await expect(html).toHaveAttribute('lang', 'de', { timeout: 60_000 });
    await expect(page.frameLocator('iframe').locator('main [data-page="1"] canvas')).toBeVisible({
      timeout: 60_000,
    });
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(html).toHaveAttribute('lang', 'de');
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/look-editor.png` });
    await demo.close();
  },
);

test('the embedding script refuses an invalid theme', inTheLongRun, async ({ ada: { page }, server }) => {
  const { demo } = await openOtherWebsite(page, server);
  await page.goto(demo.origin);
  const open = (look: object) =>
    page.evaluate(
      ([url, given]) => {
        const { Countersign } = window as unknown as { Countersign: { open(options: object): void } };
        Countersign.open({ url, theme: given, container: document.body });
      },
      [`${server.baseUrl}/embed/x`, look] as const,
    );
  for (const look of [{ font: 'serif' }, { color: 'white' }, { radius: -1 }, { constructor: 1 }])
    await expect(open(look)).rejects.toThrow(/theme\.\w+ is unknown or has no valid value/);
  await demo.close();
});
