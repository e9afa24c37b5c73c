import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { Browser } from './browser.ts';

/** The texts of the mails that have reached an address so far. */
export type Mailbox = (address: string) => Promise<string[]>;

/** The mailbox of whoever is written to at a server without a mail server of its own. */
export function outboxOf(dataDir: string): Mailbox {
  const folder = join(dataDir, 'outbox');
  const read = new Map<string, Email>();
  return async (address) => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names) {
      if (!read.has(name)) read.set(name, await PostalMime.parse(await readFile(join(folder, name))));
    }
    const mails = names.map((name) => read.get(name)!);
    return mails.filter(({ to }) => to?.[0]?.address === address).map(({ text }) => text ?? '');
  };
}

/** The link of the newest mail that asks whether an address is theirs. */
export function confirmationIn(texts: readonly string[]): string | undefined {
  return texts
    .flatMap((text) => /https?:\/\/\S+\/login\/confirm-(?:email|address)\?link=[\w-]+/.exec(text) ?? [])
    .at(-1);
}

/** Opens the mail in the browser that they signed up in, and presses its one button. */
export async function confirmAddress(browser: Browser, mailbox: Mailbox, address: string): Promise<void> {
  const link = await untilMailed(browser, mailbox, address);
  const page = await browser.go(link);
  const hidden = /name="link" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const done = await browser.submit(page, { link: hidden });
  if (done.status !== 200) throw new Error(`${address} was not confirmed: ${done.status} ${done.body}`);
}

/** Asks the server meanwhile, so that one that has gone is noticed. */
async function untilMailed(browser: Browser, mailbox: Mailbox, address: string): Promise<string> {
  const latest = Date.now() + 30_000;
  while (Date.now() < latest) {
    const link = confirmationIn(await mailbox(address));
    if (link !== undefined) return link;
    await browser.go('/api/health');
    await pause(20);
  }
  throw new Error(`No mail has asked ${address} whether the address is theirs.`);
}

/** The mailbox of whoever is written to by a mail server of the test. */
export function mailboxOf(smtp: { taken: { to: string; raw: Uint8Array }[] }): Mailbox {
  return (address) =>
    Promise.all(
      smtp.taken
        .filter(({ to }) => to === address)
        .map(async ({ raw }) => (await PostalMime.parse(raw)).text ?? ''),
    );
}
