import { mailTroubles, troubleForSender, type MailTrouble } from './trouble.ts';

/** Why an email waits or was not delivered, where the sentence is ours and not a mail server's. */
export type OurReply =
  | { code: MailTrouble }
  | { code: 'no-answer'; detail: string }
  | { code: 'no-encryption' }
  | { code: 'untrusted'; detail: string }
  | { code: 'outbox'; detail: string }
  | { code: 'given-up'; count: number; reply: string };

const sentences: [RegExp, (parts: RegExpExecArray) => OurReply][] = [
  [/^The mail server did not answer \((.+)\)$/, ([, detail = '']) => ({ code: 'no-answer', detail })],
  [/^The mail server offers no encryption$/, () => ({ code: 'no-encryption' })],
  [
    /^The certificate of the mail server is not trusted: (.+)$/,
    ([, detail = '']) => ({ code: 'untrusted', detail }),
  ],
  [/^The outbox folder cannot be written \((.+)\)$/, ([, detail = '']) => ({ code: 'outbox', detail })],
  [
    /^Given up after (\d+) tries: (.*)$/s,
    ([, count = '', reply = '']) => ({ code: 'given-up', count: Number(count), reply }),
  ],
];

/**
 * Reads a stored reply that this service wrote itself, so that it can be shown in another language. Undefined for the words
 * of a mail server, which are shown as they are.
 */
export function readOurReply(reply: string): OurReply | undefined {
  const trouble = mailTroubles.find((kind) => troubleForSender(kind) === reply);
  if (trouble) return { code: trouble };
  for (const [pattern, read] of sentences) {
    const parts = pattern.exec(reply);
    if (parts) return read(parts);
  }
  return undefined;
}
