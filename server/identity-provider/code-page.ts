import { pathOf, signInPaths } from '#contract/paths.ts';
import { escape, input, page, problemNote, saysIn } from './page.ts';
import type { SignInWords } from './sign-in-words.ts';

/** Asks for a code of the authenticator app; a recovery code is good in the same field. */
export function codePage(words: SignInWords, action: string, problem?: string): string {
  const say = saysIn(words);
  return page(
    words,
    words.say(problem ? 'code.titleError' : 'code.title'),
    `<h1>${say('code.heading')}</h1>
<p class="lead">${say('code.lead')}</p>
${problemNote(problem)}
<form method="post" action="${escape(action)}">
  ${input({
    ...{ name: 'code', label: say('code.label'), type: 'text', value: '', autocomplete: 'one-time-code' },
    ...{ first: true, more: ' class="code" dir="ltr" autocapitalize="none" spellcheck="false"' },
    problem: problem === undefined ? undefined : { field: 'code', text: problem },
  })}
  <button class="primary" type="submit">${say('code.act')}</button>
  <p class="aside">${say('code.recovery')}</p>
</form>
<p class="forgot"><a href="${pathOf(signInPaths.signIn)}">${say('startAgain')}</a></p>`,
  );
}
