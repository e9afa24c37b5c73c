import { refuse, type Refusal } from '../refusal.ts';

/** Shown to a visitor after signing: the sender's words, and where to continue. Either may be empty. */
export type Thanks = { text: string; link: string };

export const thanksBounds = { text: 1000, link: 2000 } as const;

/** Returns the words with the link as browsers write it; null if both are empty. */
export function readThanks({ text, link }: Thanks): Thanks | null | Refusal {
  const typed = link.trim();
  if (typed === '') return text.trim() === '' ? null : { text: text.trim(), link: '' };
  const url = readUrl(typed);
  if (url?.protocol !== 'https:' || url.username + url.password !== '')
    return refuse(
      'form-link-invalid',
      'The link after signing must start with https:// and contain no user name. Check it.',
    );
  return { text: text.trim(), link: url.href };
}

function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
