import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import { passwordLength } from './password-problem.ts';
import { escape, input, page, problemNote, saysIn } from './page.ts';
import type { SignInWords } from './sign-in-words.ts';

/** Asks which account's password is forgotten. */
export function forgotPage(words: SignInWords, email: string, problem?: string): string {
  const say = saysIn(words);
  return page(
    words,
    words.say('forgot.title'),
    `<h1>${say('forgot.title')}</h1>
<p class="lead">${say('forgot.lead')}</p>
${problemNote(problem)}
<form method="post" action="${pathOf(loginPaths.askForReset)}">
  ${input({
    ...{ name: 'email', label: say('signIn.email'), type: 'email', value: email, autocomplete: 'username' },
    ...{ first: true, problem: problem === undefined ? undefined : { field: 'email', text: problem } },
  })}
  <button class="primary" type="submit">${say('forgot.act')}</button>
</form>
<p class="forgot"><a href="${pathOf(signInPaths.signIn)}">${say('backToSignIn')}</a></p>`,
  );
}

/** Opened from a mail; the link proves who asked. */
export function newPasswordPage(words: SignInWords, link: string, problem?: string): string {
  const say = saysIn(words);
  return page(
    words,
    words.say('reset.title'),
    `<h1>${say('reset.title')}</h1>
<p class="lead">${say('reset.lead', { count: passwordLength.least })}</p>
${problemNote(problem)}
<form method="post" action="${pathOf(loginPaths.resetPassword)}">
  <input type="hidden" name="link" value="${escape(link)}">
  ${input({
    ...{ name: 'password', label: say('reset.password'), type: 'password', value: '', first: true },
    autocomplete: 'new-password',
    problem: problem === undefined ? undefined : { field: 'password', text: problem },
  })}
  <button class="primary" type="submit">${say('reset.act')}</button>
</form>`,
  );
}

/**
 * Opened from a mail. A button, since programs that look into mails open links too (S-13). Where they are not signed in
 * it asks for their password: otherwise one click would confirm the account of whoever typed somebody else's address.
 */
export function confirmEmailPage(
  words: SignInWords,
  { link, email, problem }: { link: string; email: string; problem?: string | undefined },
  asksPassword: boolean,
): string {
  const say = saysIn(words);
  return page(
    words,
    words.say('confirm.title'),
    `<h1>${say('confirm.title')}</h1>
<p class="lead">${say('confirm.lead', { email })}${asksPassword ? ` ${say('confirm.password')}` : ''}</p>
${problemNote(problem)}
<form method="post" action="${pathOf(loginPaths.takeConfirmEmail)}">
  <input type="hidden" name="link" value="${escape(link)}">
  ${asksPassword ? passwordInput(words, problem) : ''}
  <button class="primary" type="submit">${say('confirm.act')}</button>
</form>
${asksPassword ? `<p>${say('confirm.notYou')} <a href="${pathOf(loginPaths.showForgot)}">${say('forgot.title')}</a></p>` : ''}`,
  );
}

/** The same for a member who signs in at another provider, and is signed in here. */
export function confirmMemberPage(words: SignInWords, link: string, email: string): string {
  const say = saysIn(words);
  return page(
    words,
    words.say('confirm.title'),
    `<h1>${say('confirm.title')}</h1>
<p class="lead">${say('confirm.lead', { email })}</p>
<form method="post" action="${pathOf(loginPaths.takeConfirmAddress)}">
  <input type="hidden" name="link" value="${escape(link)}">
  <button class="primary" type="submit">${say('confirm.act')}</button>
</form>`,
  );
}

/** The same in a browser that does not know them: signing in leads back here. */
export function signInToConfirmPage(words: SignInWords, signIn: string, email: string): string {
  const say = saysIn(words);
  return page(
    words,
    words.say('confirm.title'),
    `<h1>${say('confirm.title')}</h1>
<p class="lead">${say('confirm.signIn', { email })}</p>
<p><a href="${escape(signIn)}">${say('signIn.act')}</a></p>
<p>${say('confirm.notMine')}</p>`,
  );
}

function passwordInput(words: SignInWords, problem: string | undefined): string {
  return input({
    ...{
      name: 'password',
      label: saysIn(words)('signIn.password'),
      type: 'password',
      value: '',
      first: true,
    },
    autocomplete: 'current-password',
    problem: problem === undefined ? undefined : { field: 'password', text: problem },
  });
}
