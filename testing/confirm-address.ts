import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { Browser } from './browser.ts';

/** Returns the texts of the emails that an address has received so far. */
export type Mailbox = (address: string) => Promise<string[]>;

/** Returns the mailbox of a server that writes emails to its outbox folder. */
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

/** Returns the link in the newest email that asks to confirm an address. */
export function confirmationIn(texts: readonly string[]): string | undefined {
  return texts
    .flatMap((text) => /https?:\/\/\S+\/login\/confirm-(?:email|address)\?link=[\w-]+/.exec(text) ?? [])
    .at(-1);
}

/** Opens the email's link in the browser used for signing up, and presses the button. */
export async function confirmAddress(browser: Browser, mailbox: Mailbox, address: string): Promise<void> {
  const link = await untilMailed(browser, mailbox, address);
  const page = await browser.go(link);
  const hidden = /name="link" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const done = await browser.submit(page, { link: hidden });
  if (done.status !== 200) throw new Error(`${address} was not confirmed: ${done.status} ${done.body}`);
}

/** Also sends a request to the server, to notice if it has stopped. */
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

/** Returns the mailbox of a test's mail server. */
export function mailboxOf(smtp: { taken: { to: string; raw: Uint8Array }[] }): Mailbox {
  return (address) =>
    Promise.all(
      smtp.taken
        .filter(({ to }) => to === address)
        .map(async ({ raw }) => (await PostalMime.parse(raw)).text ?? ''),
    );
}
