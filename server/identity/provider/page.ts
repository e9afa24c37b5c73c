import type { FastifyRequest } from 'fastify';
import { directionOf } from '#core/language/language.ts';
import { requestLanguage } from '../../http/request-language.ts';
import { signInWords, type SignInWords } from './sign-in-words.ts';

/** The frame of every page of the provider: plain HTML that needs no script. `script` only adds to it. */
export function page(
  { language }: Pick<SignInWords, 'language'>,
  title: string,
  content: string,
  script?: string,
): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} – Countersign</title>
<link rel="stylesheet" href="/sign-in.css">${script ? `\n<script src="${script}" defer></script>` : ''}
</head>
<body>
<main>
<p class="brand"><svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M5.5 15.5c2-5 3.8-8 5-7.4 1.4.7-2.6 7-1.2 7.5 1.3.4 3-4.6 4.3-4.3 1.2.3-.9 3.8.4 4.2 1 .3 1.9-1.4 4.5-1.7"/></svg>Countersign</p>
<div class="card">
${content}
</div>
</main>
</body>
</html>
`;
}

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

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The words for whoever asks. */
export function wordsFor(request: FastifyRequest): SignInWords {
  return signInWords(requestLanguage(request.headers));
}

/** The same, ready to stand in HTML. */
export function saysIn(words: SignInWords): SignInWords['say'] {
  return (word, parts) => escape(words.say(word, parts));
}

/** 'a minute', '3 minutes'. */
export function waitInWords({ say }: SignInWords, seconds: number): string {
  return say('problem.minutes', { count: Math.max(1, Math.ceil(seconds / 60)) });
}
