import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address } from 'postal-mime';

/** Emails per page. */
const pageSize = 25;

/** Number of bytes read from the start of an email, which is enough for its headers. */
const headOfMail = 16 * 1024;

const mailName = /^[A-Za-z0-9_][A-Za-z0-9.@_-]{0,200}\.eml$/;

export type OutboxEntry = { name: string; to: string; subject: string; date: Date | null };
export type OutboxPage = { entries: OutboxEntry[]; page: number; pages: number };

/** Returns the emails in a folder, newest first. File names begin with an id that increases over time. */
export async function listOutbox(folder: string, page: number): Promise<OutboxPage> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => mailName.test(name))
    .sort()
    .reverse();
  const pages = Math.max(1, Math.ceil(names.length / pageSize));
  const here = Math.min(Math.max(1, page), pages);
  const shown = names.slice((here - 1) * pageSize, here * pageSize);
  return { entries: await Promise.all(shown.map((name) => readHead(folder, name))), page: here, pages };
}

async function readHead(folder: string, name: string): Promise<OutboxEntry> {
  const file = await open(join(folder, name), 'r').catch(() => undefined);
  if (!file) return { name, to: '', subject: '', date: null };
  try {
    const { default: PostalMime } = await import('postal-mime');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headOfMail), 0, headOfMail, 0);
    const mail = await PostalMime.parse(buffer.subarray(0, bytesRead));
    return { name, to: people(mail.to), subject: mail.subject ?? '', date: dateOf(mail.date) };
  } finally {
    await file.close();
  }
}

export type OutboxMail = OutboxEntry & {
  from: string;
  text: string;
  attachments: { filename: string; mediaType: string; bytes: Uint8Array }[];
};

/**
 * Returns one email by its file name. Any other name returns undefined, so that nothing outside the outbox
 * can be read.
 */
export async function readOutboxMail(folder: string, name: string): Promise<OutboxMail | undefined> {
  if (!mailName.test(name)) return undefined;
  const raw = await readFile(join(folder, name)).catch(() => undefined);
  if (!raw) return undefined;
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw);
  return {
    name,
    to: people(mail.to),
    from: people(mail.from ? [mail.from] : []),
    subject: mail.subject ?? '',
    date: dateOf(mail.date),
    text: mail.text ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'attachment',
      mediaType: mimeType,
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
  };
}

function people(addresses: readonly Address[] = []): string {
  return addresses.map(({ name, address = '' }) => (name ? `${name} <${address}>` : address)).join(', ');
}

function dateOf(date: string | undefined): Date | null {
  const at = new Date(date ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
}
