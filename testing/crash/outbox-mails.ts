import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export type OutboxMail = { to: string; subject: string; messageId: string; token: string | undefined };

/** Returns a function that reads the emails in an outbox folder. Each file is read only once. */
export function outboxMails(dataDir: string): () => Promise<OutboxMail[]> {
  const known = new Map<string, OutboxMail>();
  const folder = join(dataDir, 'outbox');
  return async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    for (const name of names) {
      if (known.has(name)) continue;
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      known.set(name, {
        to: mail.to?.[0]?.address ?? '',
        subject: mail.subject ?? '',
        messageId: mail.messageId ?? '',
        token: /\/sign\/([A-Za-z0-9_-]+)/.exec(mail.text ?? '')?.[1],
      });
    }
    return [...known.values()];
  };
}
