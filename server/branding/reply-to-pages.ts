import type { Language } from '#core/language/language.ts';
import { escape, page } from '../http/plain-page.ts';
import { mailWords } from '../mail/mail-words.ts';
import type { Asking } from './reply-to.ts';

/** Opened from a mail. A button, since programs that look into mails open links too (S-13). */
export function replyToPage(language: Language, { asker, address }: Asking): string {
  const say = mailWords(language);
  return page(
    { language },
    say('replyTo.title'),
    `<h1>${escape(say('replyTo.title'))}</h1>
<p class="lead">${escape(say('replyTo.lead', { asker, address }))}</p>
<form method="post"><button class="primary" type="submit">${escape(say('replyTo.accept'))}</button></form>`,
  );
}

/** What it came to. */
export function replyToEndPage(language: Language, words: string): string {
  const title = mailWords(language)('replyTo.title');
  return page(
    { language },
    title,
    `<h1>${escape(title)}</h1>\n<p class="lead" role="status">${escape(words)}</p>`,
  );
}
