import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import type { Shot } from './member-screens.ts';

/** Kinds of email, by the beginning of the subject */
const kinds: Record<string, RegExp> = {
  invitation: /asks you to sign: Mutual/,
  completed: /^Completed: Lease/,
  declined: /^Declined: /,
  'confirm-address': /^Confirm your email/,
};

/** Shows one of each kind of email in the outbox, as mail programs that support style sheets display it. */
export async function shootMails(page: Page, shot: Shot, dataDir: string): Promise<void> {
  const mails = await allMails(dataDir);
  for (const [name, subject] of Object.entries(kinds)) {
    const mail = mails.findLast((each) => subject.test(each.subject ?? ''));
    if (!mail) throw new Error(`No mail with the subject ${String(subject)}`);
    await page.setContent(htmlOf(mail));
    await shot(page, `mail-${name}`, true);
  }
}

async function allMails(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

/** Includes its inline pictures, which are attached to the email. */
export function htmlOf({ html = '', attachments }: Email): string {
  let page = html;
  for (const { contentId, mimeType, content } of attachments) {
    if (!contentId) continue;
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
    const address = `data:${mimeType};base64,${bytes.toString('base64')}`;
    page = page.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, address);
  }
  return page;
}
