import { mailProblems, problemForSender, type MailProblem } from './mail-problem.ts';

/** Why an email is delayed or failed, if this service wrote the sentence and not a mail server. */
export type OurReply =
  | { code: MailProblem }
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
 * Parses a stored reply that this service wrote, so that it can be shown in another language. Returns undefined
 * for a mail server's reply, which is shown unchanged.
 */
export function readOurReply(reply: string): OurReply | undefined {
  const trouble = mailProblems.find((kind) => problemForSender(kind) === reply);
  if (trouble) return { code: trouble };
  for (const [pattern, read] of sentences) {
    const parts = pattern.exec(reply);
    if (parts) return read(parts);
  }
  return undefined;
}
