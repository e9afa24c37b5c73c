import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { expect, test } from './fixtures.ts';
import { routes, visit, type Route } from './routes.ts';
import { draftByProgram, sendByProgram } from './sent-by-program.ts';
import { inTheLongRun } from './sweep.ts';

/** Every page for a finger, and for somebody who has set letters of twice the size. */

const asked = [
  { type: 'initial', required: true },
  { type: 'text', label: 'Name of the boat', required: true },
  { type: 'dropdown', label: 'Pier', properties: { choices: ['North', 'South'] } },
  { type: 'checkbox', label: 'The boat is insured', width: 16, height: 16 },
];

type Office = { link: string; all: Route[] };

async function office(page: Page, dataDir: string): Promise<Office> {
  // Several tests share a server and its outbox: a mail is known by its document's title.
  const title = `Lease of the harbour office, ${randomUUID().slice(0, 8)}`;
  const draft = await draftByProgram(page.request, 'Crane lease', [grace], asked);
  const sent = await sendByProgram(page.request, dataDir, {
    ...{ title, people: [grace], fields: asked },
    body: { allowDelegation: true, message: 'Please sign before Friday.' },
  });
  const all = [
    ...routes,
    { path: `/document/${draft}`, heading: 'Crane lease' },
    { path: `/document/${sent.id}`, heading: title },
  ];
  return { link: await sent.linkOf(grace.email), all };
}

/** Goes through the signer's views, and looks at each. */
async function throughSigning(
  phone: Page,
  link: string,
  look: (where: string) => Promise<void>,
): Promise<void> {
  const sheet = phone.getByRole('dialog');
  await phone.goto(link);
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await look('signer: review');
  await phone.getByRole('button', { name: 'More' }).tap();
  await expect(sheet).toBeVisible();
  await look('signer: more');
  await phone.keyboard.press('Escape');
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(phone.getByRole('button', { name: 'Back to Review' })).toBeVisible();
  await look('signer: sign');
  await phone.getByRole('button', { name: /^Next field: Signature/ }).tap();
  await expect(sheet).toBeVisible();
  await look('signer: signature');
  await phone.getByRole('button', { name: /^Use th/ }).tap();
  await expect(sheet.getByRole('heading', { name: 'Name of the boat' })).toBeVisible();
  await look('signer: words');
  await sheet.getByRole('textbox').fill('Meridian');
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet.getByRole('heading', { name: 'Pier' })).toBeVisible();
  await sheet.getByRole('combobox').selectOption('South');
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet).toBeHidden();
  await phone.getByRole('button', { name: 'Tick: The boat is insured' }).tap();
  await phone.getByRole('checkbox', { name: 'I consent to use electronic signature' }).tap();
  await phone.getByRole('button', { name: 'Sign Document' }).tap();
  await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
  await look('signer: complete');
}

test(
  'whatever a finger is for has 44 pixels either way',
  inTheLongRun,
  async ({ ada, browser, newPhone, server }) => {
    test.setTimeout(300_000);
    const { all, link } = await office(ada.page, server.dataDir);
    const phone = await newPhone(ada.page);
    const look = async (page: Page, where: string) =>
      expect.soft(await page.evaluate(smallTargets), where).toEqual([]);
    for (const route of all) {
      await visit(phone, route);
      await look(phone, route.path);
    }
    await visit(phone, all.at(-2)!);
    await phone.getByRole('button', { name: /^Fields for/ }).tap();
    await expect(phone.getByRole('dialog')).toBeVisible();
    await look(phone, 'editor: recipients');
    await phone.keyboard.press('Escape');
    await phone.getByRole('button', { name: 'Send for Signature' }).tap();
    await expect(phone.getByRole('dialog')).toBeVisible();
    await look(phone, 'send dialog');
    const stranger = await newPhone();
    for (const path of ['/', '/api/login', '/verify']) {
      await stranger.goto(path);
      await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
      await look(stranger, `${path}, signed out`);
    }
    await throughSigning(stranger, link, (where) => look(stranger, where));
    expect(browser.isConnected()).toBe(true);
  },
);

/**
 * Controls whose surface for a finger, counted from the middle of what is drawn, is smaller than 44 by 44 (WCAG 2.5.5).
 * Links within a sentence are as high as its line; a field on a page is as large as the paper has room for, and is met
 * by 'Next' as well.
 */
function smallTargets(): string[] {
  const dialog = [...document.querySelectorAll('[role="dialog"], dialog[open]')].at(-1) ?? document;
  const kinds =
    'a[href], button, select, summary, textarea, input:not([type="hidden"]), [role="switch"], [role="tab"], [role="combobox"]';
  const small: string[] = [];
  for (const control of dialog.querySelectorAll<HTMLElement>(kinds)) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (control.closest('[data-field], [aria-hidden="true"], [inert], [data-page]')) continue;
    const label = control.closest('label') ?? (control as HTMLInputElement).labels?.[0] ?? null;
    const inSentence =
      getComputedStyle(control).display === 'inline' &&
      (control.parentElement?.textContent ?? '').trim() !== (control.textContent ?? '').trim();
    if (inSentence) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    // It is there for a screen reader only.
    if (box.width <= 1 || box.height <= 1 || box.right < 0 || box.bottom < 0) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = (dx: number, dy: number) => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return (
        at !== null &&
        (control.contains(at) || label?.contains(at) === true || (at.contains(control) && at === label))
      );
    };
    const reach = (dx: number, dy: number) => {
      let far = 0;
      while (far < 22 && hit(dx * (far + 1), dy * (far + 1))) far += 1;
      return far;
    };
    const sum = (...parts: number[]) => parts.reduce((all, part) => all + part, 0);
    const wide = Math.max(box.width, sum(reach(1, 0), reach(-1, 0)));
    const high = Math.max(box.height, sum(reach(0, 1), reach(0, -1)));
    // A pixel on either side is what rounding takes.
    if (wide >= 42 && high >= 42) continue;
    const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40);
    small.push(
      `${control.tagName.toLowerCase()} '${name || (label?.textContent ?? '').trim()}' ${Math.round(wide)} x ${Math.round(high)}`,
    );
  }
  return small;
}

// Half of 640 is 320, on which every page stands by day (WCAG 1.4.10); on a phone it is half of a phone.
for (const [width, height] of [
  [1280, 900],
  [640, 900],
  [390, 844],
] as const)
  test(
    `letters of twice the size lose nothing, at ${width} pixels`,
    inTheLongRun,
    async ({ ada, newPhone, server }) => {
      test.setTimeout(300_000);
      const { all, link } = await office(ada.page, server.dataDir);
      const { page } = ada;
      await page.setViewportSize({ width, height });
      await enlarge(page);
      for (const route of all) {
        await visit(page, route);
        expect.soft(await page.evaluate(lost), route.path).toEqual([]);
      }
      if (width > 400) return;
      const phone = await newPhone();
      await enlarge(phone);
      await throughSigning(phone, link, async (where) =>
        expect.soft(await phone.evaluate(lost), where).toEqual([]),
      );
    },
  );

/** As somebody sets it in the browser: the letters of every page begin with 32 pixels instead of 16. */
async function enlarge(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** Controls and words beside the window, and words that are cut without a sign of it. */
function lost(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) found.push(`scrolls sideways: ${scrollWidth} of ${clientWidth}`);
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (size < 32) found.push(`letters of ${size}`);
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('[aria-hidden="true"], [inert], [data-page], svg')) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || box.bottom < 0) continue;
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const name = `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}'`;
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isSigned = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (own && !isSigned && cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 2)
      found.push(`${name} is cut at its side`);
    if (own && !isSigned && cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 4)
      found.push(`${name} is cut below`);
    let inScroller = false;
    for (let up = element.parentElement; up; up = up.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) inScroller = true;
    const isControl = element.matches('a, button, input, select, textarea, h1, h2, h3, p');
    if (isControl && !inScroller && (box.right > clientWidth + 1 || box.left < -1))
      found.push(`${name} is beside the window`);
  }
  return found.slice(0, 12);
}
