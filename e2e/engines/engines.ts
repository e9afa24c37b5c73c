import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#testing/servers/free-port.ts';
import { openMarionette } from './marionette.ts';
import { openWebDriver } from './web-driver.ts';
import type { Wire } from './wire.ts';

/** A running browser without a session. `capabilities` must be requested for its session. */
export type RunningEngine = {
  wire: Wire;
  capabilities: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
};

export type Engine = {
  name: string;
  /** The reason why the browser cannot be started here; undefined if it can. */
  missing: string | undefined;
  start(): Promise<RunningEngine>;
};

const firefox = '/usr/bin/firefox-esr';
const webKitDriver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';
/** The browser in Debian's WebKitGTK packages. */
const webKitBrowser = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];

const withoutPackages = (packages: string, ...programs: (string | undefined)[]): string | undefined =>
  programs.every((program) => program !== undefined && existsSync(program))
    ? undefined
    : `apt-get install ${packages}`;

/** Browsers from Debian's packages, besides Chromium, in which the main workflows are tested. */
export const engines: readonly Engine[] = [
  {
    name: 'Firefox ESR',
    missing: withoutPackages('firefox-esr', firefox),
    async start() {
      const [profile, port] = [await mkdtemp(join(tmpdir(), 'countersign-firefox-')), await freePort()];
      await writeFile(join(profile, 'user.js'), preferences(port));
      const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
      const browser = spawn(firefox, args, { stdio: 'ignore', env: environment(profile) });
      return {
        wire: await openMarionette(port),
        capabilities: {},
        async stop() {
          await stopped(browser);
          await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
        },
      };
    },
  },
  {
    name: 'WebKitGTK',
    missing: withoutPackages('webkit2gtk-driver xvfb', webKitDriver, webKitBrowser, display),
    async start() {
      const [home, port] = [await mkdtemp(join(tmpdir(), 'countersign-webkit-')), await freePort()];
      const screen = await startScreen();
      const driver = spawn(webKitDriver, [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...environment(home), DISPLAY: screen.display },
      });
      await once(driver, 'spawn');
      await answering(`http://127.0.0.1:${port}/status`);
      return {
        wire: openWebDriver(`http://127.0.0.1:${port}`),
        capabilities: {
          'webkitgtk:browserOptions': { binary: webKitBrowser, args: ['--automation'] },
        },
        async stop() {
          await stopped(driver);
          await screen.stop();
          await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
        },
      };
    },
  },
];

/** Blocks the services and pages of the browser's vendor. */
const preferences = (port: number): string =>
  Object.entries({
    'marionette.port': port,
    'app.update.disabledForTesting': true,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'datareporting.policy.dataSubmissionEnabled': false,
    'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
    'toolkit.telemetry.server': 'data:,',
    'intl.accept_languages': 'en-US',
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');

const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  LANG: 'en_US.UTF-8',
  TZ: 'Europe/Stockholm',
});

/** A virtual screen, which WebKitGTK requires. */
async function startScreen(): Promise<{ display: string; stop(): Promise<void> }> {
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, stop: () => stopped(screen) };
}

async function answering(address: string): Promise<void> {
  const latest = Date.now() + 30_000;
  while (!(await fetch(address).catch(() => undefined))?.ok)
    if (Date.now() > latest) throw new Error(`${address} does not answer.`);
}

async function stopped(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
