import PostalMime from 'postal-mime';
import type { TestSmtpServer } from '../smtp-server.ts';
import type { OutboxMail } from './outbox-mails.ts';

/** The mails that a server of the test has taken: one of each message, and how often more than once. */
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
        // Before anything is waited for: several ask at the same time, and none may pass over one for the others.
        read += 1;
        if (known.has(messageId)) continue;
        const mail = await PostalMime.parse(raw);
        known.set(messageId, {
          ...{ to: mail.to?.[0]?.address ?? '', subject: mail.subject ?? '', messageId },
          token: /\/sign\/([A-Za-z0-9_-]+)/.exec(mail.text ?? '')?.[1],
        });
      }
      return [...known.values()];
    },
    repeated: () => smtp.taken.length - new Set(smtp.taken.map(({ messageId }) => messageId)).size,
  };
}
