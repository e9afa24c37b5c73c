/// <reference lib="dom" />
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Engine, RunningEngine } from './engines.ts';

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { [elementKey]: string };
/** Window size in CSS pixels. */
type Point = { x: number; y: number };

/** Timeout in milliseconds. Conversions and seals take a long time on a busy machine. */
const patience = 120_000;

const buttons = 'button:enabled, [role="button"], a[href], summary';
const inputs = 'input, textarea, select';
const headings = 'h1, h2, h3';

/** Uses a browser like a person. Every action waits until its element is visible. */
export class Session {
  private readonly engine: RunningEngine;
  /** Folder for the screenshots. */
  private readonly folder: string;
  private pictures = 0;

  private constructor(engine: RunningEngine, folder: string) {
    this.engine = engine;
    this.folder = folder;
  }

  static async start(engine: Engine, folder: string): Promise<Session> {
    const running = await engine.start();
    // In WebKit, a script never returns if its page is being left.
    const timeouts = { script: 3000 };
    const capabilities = { alwaysMatch: { ...running.capabilities, timeouts } };
    await running.wire.call('NewSession', { capabilities });
    mkdirSync(folder, { recursive: true });
    return new Session(running, folder);
  }

  async stop(): Promise<void> {
    await this.engine.wire.call('DeleteSession').catch(() => undefined);
    await this.engine.wire.close();
    await this.engine.stop();
  }

  async open(url: string): Promise<void> {
    await this.engine.wire.call('Navigate', { url });
  }

  /** Signs out by deleting the session in the browser only. */
  async forget(): Promise<void> {
    await this.engine.wire.call('DeleteAllCookies');
  }

  /** Both engines have a minimum width of about 450 pixels. */
  async resize(width: number, height: number): Promise<void> {
    await this.engine.wire.call('SetWindowRect', { x: 0, y: 0, width, height });
  }

  /** `within`: a selector for the part of the page that contains the button, if several buttons match. */
  async press(name: string | RegExp, within = ''): Promise<void> {
    await this.act('ElementClick', `${within} :is(${buttons})`, name);
  }

  async tick(name: string | RegExp): Promise<void> {
    await this.act('ElementClick', inputs, name);
  }

  async fill(name: string, text: string): Promise<void> {
    await this.act('ElementSendKeys', inputs, name, { text });
  }

  /** Chooses a file without opening the file dialog. */
  async choose(css: string, path: string): Promise<void> {
    let input: Element | null = null;
    await expect(async () => {
      input = await this.run<Element | null>((selector: string) => document.querySelector(selector), css);
      expect(input, `${css} is on the page`).not.toBeNull();
    }).toPass({ timeout: patience });
    await this.engine.wire.call('ElementSendKeys', { id: input![elementKey], text: path });
  }

  async reads(heading: string | RegExp): Promise<void> {
    await this.find(headings, heading);
  }

  async has(css: string): Promise<void> {
    await this.find(css);
  }

  /** Waits for a text anywhere on the page, including texts only for screen readers. */
  async says(text: string): Promise<void> {
    await expect(async () => {
      expect(await this.run(() => document.body.textContent)).toContain(text);
    }).toPass({ timeout: patience });
  }

  /** Drags along the points, which are fractions of the element's width and height. */
  async draw(css: string, ...strokes: readonly (readonly Point[])[]): Promise<void> {
    await this.find(css);
    const box = await this.run<{ x: number; y: number; width: number; height: number }>(
      (selector: string) => {
        const element = document.querySelector(selector)!;
        element.scrollIntoView({ block: 'center' });
        return element.getBoundingClientRect().toJSON() as never;
      },
      css,
    );
    const move = ({ x, y }: Point, duration: number) => ({
      type: 'pointerMove',
      duration,
      origin: 'viewport',
      x: Math.round(box.x + x * box.width),
      y: Math.round(box.y + y * box.height),
    });
    const actions = strokes.flatMap(([first, ...others]) => [
      move(first!, 0),
      { type: 'pointerDown', button: 0 },
      ...others.map((point) => move(point, 20)),
      { type: 'pointerUp', button: 0 },
    ]);
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.engine.wire.call('PerformActions', { actions: [mouse] });
  }

  /** Runs a function in the page and awaits its promise. */
  async run<Result>(inPage: (...args: never[]) => unknown, ...args: unknown[]): Promise<Result> {
    const script = `return (${inPage.toString()})(...arguments)`;
    return (await this.engine.wire.call('ExecuteScript', { script, args })) as Result;
  }

  /** Takes a screenshot, and checks that nothing is wider than the window. */
  async picture(name: string): Promise<void> {
    this.pictures += 1;
    await this.run(stillness);
    const png = (await this.engine.wire.call('TakeScreenshot', { full: false })) as string;
    const file = `${String(this.pictures).padStart(2, '0')}-${name}.png`;
    writeFileSync(join(this.folder, file), Buffer.from(png, 'base64'));
    const [needed, width] = await this.run<[number, number]>(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(needed, `the width of ${name}`).toBeLessThanOrEqual(width);
  }

  private async act(
    command: 'ElementClick' | 'ElementSendKeys',
    css: string,
    name: string | RegExp,
    more: object = {},
  ): Promise<void> {
    // Elements are replaced when the page renders again.
    await expect(async () => {
      const element = await this.find(css, name, 5000);
      await this.engine.wire.call(command, { id: element[elementKey], ...more });
    }).toPass({ timeout: patience });
  }

  /** Finds the first visible element with this accessible name. */
  private async find(css: string, name: string | RegExp | null = null, timeout = patience): Promise<Element> {
    const pattern =
      typeof name === 'string' ? `^${name.replaceAll(/[.?()|]/g, String.raw`\$&`)}$` : (name?.source ?? null);
    let found: Element | null = null;
    await expect(async () => {
      found = await this.run<Element | null>(findVisible, css, pattern);
      expect(found, `${String(name ?? css)} is on the page`).not.toBeNull();
    }).toPass({ timeout });
    return found!;
  }
}

/** Runs in the page. Resolves once its fonts have loaded and its opening animations have ended. */
async function stillness(): Promise<void> {
  await document.fonts.ready;
  const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
}

/** Runs in the page. */
function findVisible(css: string, pattern: string | null): unknown {
  const nameOf = (element: globalThis.Element): string => {
    const texts = [
      ...(element.getAttribute('aria-labelledby')?.split(' ') ?? []).map(
        (id) => document.getElementById(id)?.textContent,
      ),
      element.getAttribute('aria-label'),
      ...Array.from((element as HTMLInputElement).labels ?? [], (label) => label.textContent),
      element.textContent,
    ];
    const text = texts.find((one) => one !== null && one !== undefined && one.trim() !== '') ?? '';
    return text.replaceAll(/\s+/g, ' ').trim();
  };
  const isVisible = (element: globalThis.Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  /** Elements behind a dialog have no accessible name. */
  const isNamed = (element: globalThis.Element): boolean =>
    pattern === null ||
    (element.closest('[aria-hidden="true"]') === null && new RegExp(pattern).test(nameOf(element)));
  return Array.from(document.querySelectorAll(css)).find((one) => isVisible(one) && isNamed(one)) ?? null;
}
