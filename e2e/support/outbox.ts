import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

export interface Mail {
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Returns the link that the email asks the reader to open. */
  link: string;
}

/** Returns the files of all emails sent so far. */
export async function sentSoFar(dataDir: string): Promise<ReadonlySet<string>> {
  return new Set((await readdir(join(dataDir, 'outbox'))).filter((name) => name.endsWith('.eml')));
}

/** Returns every email in the outbox of `dataDir` to an address with these words in its subject. */
export async function mailsTo(
  dataDir: string,
  address: string,
  about: string | RegExp,
  before: ReadonlySet<string> = new Set(),
): Promise<Mail[]> {
  const folder = join(dataDir, 'outbox');
  const names = [...(await sentSoFar(dataDir))].filter((name) => !before.has(name));
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter((mail) => isTo(mail, address) && speaksOf(mail.subject ?? '', about)).map(opened);
}

/**
 * Waits for the email, as its reader does. Tests of several files share a server, so an email about another
 * document may contain the same words. Emails in `before`, which were sent earlier, do not count.
 */
export async function openMail(
  dataDir: string,
  address: string,
  about: string | RegExp,
  before?: ReadonlySet<string>,
): Promise<Mail> {
  let found: Mail[] = [];
  await expect
    .poll(async () => (found = await mailsTo(dataDir, address, about, before)).length, {
      message: `a mail to ${address} about ${String(about)}`,
      timeout: 45_000,
    })
    .toBe(1);
  return found[0] as Mail;
}

function speaksOf(subject: string, about: string | RegExp): boolean {
  return typeof about === 'string' ? subject.includes(about) : about.test(subject);
}

function isTo(mail: Email, address: string): boolean {
  return (mail.to ?? []).some((to) => to.address === address);
}

function opened(mail: Email): Mail {
  const text = mail.text ?? '';
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  return { from: mail.from?.address ?? '', subject: mail.subject ?? '', text, html: mail.html ?? '', link };
}
