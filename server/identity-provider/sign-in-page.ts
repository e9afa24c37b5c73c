import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import type { LoginScreen } from './claims.ts';
import { passwordLength } from './password-problem.ts';
import { escape, input, page, problemNote, saysIn } from './page.ts';
import type { SignInWords } from './sign-in-words.ts';

/** What was typed, and what is wrong with it. */
export interface SignInForm {
  /** What is offered first; both forms hold the same fields and both buttons. */
  screen: LoginScreen;
  email: string;
  firstName: string;
  lastName: string;
  problem?: { field: 'email' | 'password' | undefined; text: string };
}

/**
 * One page for signing in and for signing up, which works without script. Whoever has an account needs the
 * upper half; whoever has none adds a name below and gets one with the e-mail and password above. With script,
 * a passkey does too.
 */
export function signInPage(words: SignInWords, action: string, form: SignInForm): string {
  if (form.screen === 'create') return accountPage(words, action, form);
  const { problem } = form;
  const say = saysIn(words);
  const first = problem ? (problem.field ?? 'password') : 'email';
  return page(
    words,
    words.say(problem ? 'signIn.titleError' : 'signIn.title'),
    `<h1>${say('signIn.title')}</h1>
<p class="lead">${say('signIn.lead')}</p>
${problemNote(problem?.text)}
<p class="problem" id="passkey-problem" role="alert" hidden>${say('passkey.refused')}</p>
<form method="post" action="${escape(action)}">
  ${input({ name: 'email', label: say('signIn.email'), type: 'email', value: form.email, autocomplete: 'username', problem, first: first === 'email' })}
  ${input({ name: 'password', label: say('signIn.password'), type: 'password', value: '', autocomplete: 'current-password', problem, first: first === 'password' })}
  <button class="primary" type="submit" name="act" value="sign-in">${say('signIn.act')}</button>
  <button class="passkey" type="button" id="passkey" hidden>${say('passkey.act')}</button>
  <p class="forgot"><a href="${pathOf(loginPaths.showForgot)}">${say('forgot.title')}</a></p>
  <fieldset>
    <legend>${say('signUp.legend')}</legend>
    <p id="new-here">${say('signUp.text', { count: passwordLength.least })}</p>
    <div class="names">
      ${input({ name: 'firstName', label: say('signUp.firstName'), type: 'text', value: form.firstName, autocomplete: 'given-name', optional: true })}
      ${input({ name: 'lastName', label: say('signUp.lastName'), type: 'text', value: form.lastName, autocomplete: 'family-name', optional: true })}
    </div>
    <button type="submit" name="act" value="create" aria-describedby="new-here">${say('signUp.act')}</button>
  </fieldset>
</form>`,
    '/sign-in.js',
  );
}

/** The same for somebody who came for an account: it is made by the first button, and by Enter. */
function accountPage(words: SignInWords, action: string, form: SignInForm): string {
  const { problem } = form;
  const say = saysIn(words);
  const first = problem ? (problem.field ?? 'password') : 'email';
  return page(
    words,
    words.say(problem ? 'signUp.titleError' : 'signUp.title'),
    `<h1>${say('signUp.title')}</h1>
<p class="lead" id="new-here">${say('signUp.lead', { count: passwordLength.least })}</p>
${problemNote(problem?.text)}
<form method="post" action="${escape(action)}">
  ${input({ name: 'email', label: say('signIn.email'), type: 'email', value: form.email, autocomplete: 'username', problem, first: first === 'email' })}
  ${input({ name: 'password', label: say('signIn.password'), type: 'password', value: '', autocomplete: 'new-password', problem, first: first === 'password' })}
  <div class="names">
    ${input({ name: 'firstName', label: say('signUp.firstName'), type: 'text', value: form.firstName, autocomplete: 'given-name', optional: true })}
    ${input({ name: 'lastName', label: say('signUp.lastName'), type: 'text', value: form.lastName, autocomplete: 'family-name', optional: true })}
  </div>
  <button class="primary" type="submit" name="act" value="create" aria-describedby="new-here">${say('signUp.act')}</button>
  <fieldset>
    <legend>${say('signUp.haveOne')}</legend>
    <p>${say('signUp.haveOneText')}</p>
    <button type="submit" name="act" value="sign-in">${say('signIn.act')}</button>
    <p class="forgot"><a href="${pathOf(loginPaths.showForgot)}">${say('forgot.title')}</a></p>
  </fieldset>
</form>`,
  );
}

/** A page that only says something, with the way back to signing in. */
export function noticePage(
  words: SignInWords,
  title: string,
  text: string,
  link = { href: pathOf(signInPaths.signIn), text: words.say('startAgain') },
): string {
  return page(
    words,
    title,
    `<h1>${escape(title)}</h1>
<p class="lead">${escape(text)}</p>
<p><a class="primary" href="${escape(link.href)}">${escape(link.text)}</a></p>`,
  );
}

/** Asked only when another site led here. `form` is the provider's own hidden form, op.logoutForm. */
export function signOutPage(words: SignInWords, form: string): string {
  const say = saysIn(words);
  return page(
    words,
    words.say('signOut.title'),
    `<h1>${say('signOut.heading')}</h1>
<p class="lead">${say('signOut.text')}</p>
${form}
<p><button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${say('signOut.act')}</button></p>
<p><a href="/">${say('signOut.stay')}</a></p>`,
  );
}
