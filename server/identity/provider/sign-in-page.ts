import { directionOf } from '#core/language/language.ts';
import { passwordLength } from './identities.ts';
import type { SignInWords } from './sign-in-words.ts';

/** What was typed, and what is wrong with it. */
export interface SignInForm {
  email: string;
  firstName: string;
  lastName: string;
  problem?: { field: 'email' | 'password' | undefined; text: string };
}

/**
 * One page for signing in and for signing up, which works without script. Whoever has an account needs the
 * upper half; whoever has none adds a name below and gets one with the e-mail and password above.
 */
export function signInPage(words: SignInWords, action: string, form: SignInForm): string {
  const { problem } = form;
  const say: SignInWords['say'] = (word, parts) => escape(words.say(word, parts));
  return page(
    words,
    words.say(problem ? 'signIn.titleError' : 'signIn.title'),
    `<h1>${say('signIn.title')}</h1>
<p class="lead">${say('signIn.lead')}</p>
${problem ? `<p class="problem" id="problem" role="alert">${escape(problem.text)}</p>` : ''}
<form method="post" action="${escape(action)}">
  ${input({ name: 'email', label: say('signIn.email'), type: 'email', value: form.email, autocomplete: 'username', problem })}
  ${input({ name: 'password', label: say('signIn.password'), type: 'password', value: '', autocomplete: 'current-password', problem })}
  <button class="primary" type="submit" name="act" value="sign-in">${say('signIn.act')}</button>
  <fieldset>
    <legend>${say('signUp.legend')}</legend>
    <p id="new-here">${say('signUp.text', { count: passwordLength.least })}</p>
    <div class="names">
      ${input({ name: 'firstName', label: say('signUp.firstName'), type: 'text', value: form.firstName, autocomplete: 'given-name' })}
      ${input({ name: 'lastName', label: say('signUp.lastName'), type: 'text', value: form.lastName, autocomplete: 'family-name' })}
    </div>
    <button type="submit" name="act" value="create" aria-describedby="new-here">${say('signUp.act')}</button>
  </fieldset>
</form>`,
  );
}

/** A page that only says something, with the way back to signing in. */
export function noticePage(
  words: SignInWords,
  title: string,
  text: string,
  link = { href: '/api/login', text: words.say('startAgain') },
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
  const say: SignInWords['say'] = (word) => escape(words.say(word));
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

type Input = {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  value: string;
  autocomplete: string;
  problem?: SignInForm['problem'];
};

function input({ name, label, type, value, autocomplete, problem }: Input): string {
  const must = type === 'text' ? '' : ' required';
  const wrong = problem && problem.field === name ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const here = problem ? (problem.field ?? 'password') === name : name === 'email';
  const attributes = `autocomplete="${autocomplete}" maxlength="${type === 'email' ? 254 : 200}"${must}${wrong}`;
  return `<div><label for="${name}">${label}</label>
  <input id="${name}" name="${name}" type="${type}" value="${escape(value)}" ${attributes}${here ? ' autofocus' : ''}></div>`;
}

function page({ language }: SignInWords, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} – Countersign</title>
<link rel="stylesheet" href="/sign-in.css">
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

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
