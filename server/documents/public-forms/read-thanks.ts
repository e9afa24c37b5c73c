import type { Thanks } from '#core/form/thanks.ts';
import { refuse, type Refusal } from '#core/refusal.ts';

/** Returns the message with the link as a browser writes it; null if both are empty. */
export function readThanks({ text, link }: Thanks): Thanks | null | Refusal {
  const typed = link.trim();
  if (typed === '') return text.trim() === '' ? null : { text: text.trim(), link: '' };
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url?.protocol !== 'https:' || url.username + url.password !== '')
    return refuse(
      'return-url-invalid',
      'The link after signing must start with https:// and contain no user name. Check it.',
    );
  return { text: text.trim(), link: url.href };
}
