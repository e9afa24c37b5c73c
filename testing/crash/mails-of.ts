import PostalMime from 'postal-mime';
import type { TestSmtpServer } from '../servers/smtp-server.ts';
import type { OutboxMail } from './outbox-mails.ts';

/** Returns the emails that a test's mail server accepted, each one once, and the number of duplicates. */
export function mailsOf(smtp: Pick<TestSmtpServer, 'taken'>): {
  mails(): Promise<OutboxMail[]>;
  repeated(): number;
} {
  const known = new Map<string, OutboxMail>();
  let read = 0;
  return {
    async mails() {
      for (; read < smtp.taken.length;) {
        const { raw, messageId } = smtp.taken[read]!;
        // Incremented before any await, so that concurrent callers neither skip a message nor read it twice.
        read += 1;
        if (known.has(messageId)) continue;
        const mail = await PostalMime.parse(raw);
        known.set(messageId, {
          to: mail.to?.[0]?.address ?? '',
          subject: mail.subject ?? '',
          messageId,
          token: /\/sign\/([A-Za-z0-9_-]+)/.exec(mail.text ?? '')?.[1],
        });
      }
      return [...known.values()];
    },
    repeated: () => smtp.taken.length - new Set(smtp.taken.map(({ messageId }) => messageId)).size,
  };
}
