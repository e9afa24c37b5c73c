import type { FastifyRequest } from 'fastify';
import { escape } from '../http/plain-page.ts';
import { requestLanguage } from '../http/request-language.ts';
import { signInWords, type SignInWords } from './sign-in-words.ts';

export { escape, page } from '../http/plain-page.ts';

export type Input = {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  value: string;
  autocomplete: string;
  /** What is wrong on the page, and with which field. */
  problem?: { field: string | undefined; text: string } | undefined;
  /** Where the cursor starts. */
  first?: boolean;
  optional?: boolean;
  /** More attributes, written by us. */
  more?: string;
};

export function input({ name, label, type, value, autocomplete, problem, ...options }: Input): string {
  const must = options.optional ? '' : ' required';
  const wrong = problem?.field === name ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const attributes = `autocomplete="${autocomplete}" maxlength="${type === 'email' ? 254 : 200}"${must}${wrong}`;
  return `<div><label for="${name}">${label}</label>
  <input id="${name}" name="${name}" type="${type}" value="${escape(value)}" ${attributes}${options.more ?? ''}${options.first ? ' autofocus' : ''}></div>`;
}

/** What is wrong, where a screen reader says it at once. */
export function problemNote(text: string | undefined): string {
  return text === undefined ? '' : `<p class="problem" id="problem" role="alert">${escape(text)}</p>`;
}

/** The words for whoever asks. */
export function wordsFor(request: FastifyRequest): SignInWords {
  return signInWords(requestLanguage(request.headers));
}

/** The same, ready to stand in HTML. */
export function saysIn(words: SignInWords): SignInWords['say'] {
  return (word, ...parts) => escape(words.say(word, ...parts));
}

/** 'a minute', '3 minutes'. */
export function waitInWords({ say }: SignInWords, seconds: number): string {
  return say('problem.minutes', { count: Math.max(1, Math.ceil(seconds / 60)) });
}
