import { createElement as h, type ReactNode } from 'react';
import { addressOf } from '#contract/address.ts';
import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import type { SignUpRule } from '#core/account/sign-up.ts';
import {
  cardPage,
  fieldOf,
  heading,
  lead,
  link,
  problemNote,
  submit,
  type PlainPage,
} from '../../../foundation/http/pages/plain-page.ts';
import type { LoginScreen } from '../claims.ts';
import { passwordLength } from '../password-problem.ts';
import type { SignInMessages } from './sign-in-words.ts';
import { whoCanJoin } from '../who-can-join.ts';

/** The submitted values and the problem with them. */
export interface SignInForm {
  /** The form to show first. The sign-in and sign-up forms have the same fields and buttons. */
  screen: LoginScreen;
  email: string;
  firstName: string;
  lastName: string;
  problem?: { field: 'email' | 'password' | 'name' | undefined; text: string };
  /** Other providers to sign in with. */
  providers: readonly ('google' | 'microsoft')[];
  /** The rule for new accounts. It is `open` for the first account of an empty installation. */
  rule: SignUpRule;
}

/**
 * A single page for signing in and signing up, which works without scripts. People with an account use the
 * upper half. New people also enter a name below. With scripts, a passkey button appears.
 */
export function signInPage(words: SignInMessages, action: string, form: SignInForm): PlainPage {
  const { problem, rule } = form;
  if (form.screen === 'create' && rule.kind !== 'closed') return accountPage(words, action, form);
  const { language, say } = words;
  return cardPage(
    { language, title: say(problem ? 'signIn.titleError' : 'signIn.title'), script: '/sign-in.js' },
    heading(say('signIn.title')),
    lead(say('signIn.lead')),
    problemNote(problem?.text),
    h(
      'p',
      { className: 'problem', id: 'passkey-problem', role: 'alert', hidden: true },
      say('passkey.refused'),
    ),
    h(
      'form',
      { method: 'post', action },
      ...emailAndPassword(words, form, 'current-password'),
      submit(say('signIn.act'), { look: 'primary', act: 'sign-in' }),
      h('button', { className: 'passkey', type: 'button', id: 'passkey', hidden: true }, say('passkey.act')),
      otherProviders(words, form),
      forgot(words),
      rule.kind === 'closed' ? h('p', { className: 'note' }, whoCanJoin(words, rule)) : newHere(words, form),
    ),
  );
}

function otherProviders({ say }: SignInMessages, { providers }: SignInForm): ReactNode {
  return providers.map((name) =>
    h(
      'p',
      { key: name, className: 'provider' },
      link(addressOf(signInPaths.signIn, { query: { with: name } }), say(`with.${name}`), 'other'),
    ),
  );
}

function newHere(words: SignInMessages, form: SignInForm): ReactNode {
  const { say } = words;
  const text = say('signUp.text', { count: passwordLength.least });
  return h(
    'fieldset',
    null,
    h('legend', null, say('signUp.legend')),
    h('p', { id: 'new-here' }, [whoCanJoin(words, form.rule), text].filter(Boolean).join(' ')),
    names(words, form),
    submit(say('signUp.act'), { act: 'create', 'aria-describedby': 'new-here' }),
  );
}

function joinNote(words: SignInMessages, { rule }: SignInForm): ReactNode {
  const text = whoCanJoin(words, rule);
  return text === undefined ? null : h('p', null, text);
}

/** Variant for a person who wants an account: the first button and the Enter key create it. */
function accountPage(words: SignInMessages, action: string, form: SignInForm): PlainPage {
  const { problem } = form;
  const { language, say } = words;
  return cardPage(
    { language, title: say(problem ? 'signUp.titleError' : 'signUp.title') },
    heading(say('signUp.title')),
    lead(say('signUp.lead', { count: passwordLength.least }), { id: 'new-here' }),
    joinNote(words, form),
    problemNote(problem?.text),
    h(
      'form',
      { method: 'post', action },
      ...emailAndPassword(words, form, 'new-password'),
      names(words, form),
      submit(say('signUp.act'), { look: 'primary', act: 'create', 'aria-describedby': 'new-here' }),
      otherProviders(words, form),
      h(
        'fieldset',
        null,
        h('legend', null, say('signUp.haveOne')),
        h('p', null, say('signUp.haveOneText')),
        submit(say('signIn.act'), { act: 'sign-in' }),
        forgot(words),
      ),
    ),
  );
}

function emailAndPassword(
  { say }: SignInMessages,
  { email, problem }: SignInForm,
  autoComplete: 'current-password' | 'new-password',
): ReactNode[] {
  const first = problem ? (problem.field ?? 'password') : 'email';
  return [
    fieldOf({
      name: 'email',
      label: say('signIn.email'),
      type: 'email',
      value: email,
      autoComplete: 'username',
      problem,
      first: first === 'email',
    }),
    fieldOf({
      name: 'password',
      label: say('signIn.password'),
      type: 'password',
      value: '',
      autoComplete,
      problem,
      first: first === 'password',
    }),
  ];
}

function names({ say }: SignInMessages, { firstName, lastName, problem }: SignInForm): ReactNode {
  const wrong = problem?.field === 'name' ? problem : undefined;
  const name = { type: 'text', optional: true } as const;
  return h(
    'div',
    { className: 'names' },
    fieldOf({
      ...name,
      name: 'firstName',
      label: say('signUp.firstName'),
      value: firstName,
      autoComplete: 'given-name',
      first: wrong !== undefined,
      problem: wrong && { ...wrong, field: 'firstName' },
    }),
    fieldOf({
      ...name,
      name: 'lastName',
      label: say('signUp.lastName'),
      value: lastName,
      autoComplete: 'family-name',
      problem: wrong && { ...wrong, field: 'lastName' },
    }),
  );
}

const forgot = ({ say }: SignInMessages): ReactNode =>
  h('p', { className: 'forgot' }, link(pathOf(loginPaths.showForgot), say('forgot.title')));

/** Shows a message and a link back to the sign-in page. */
export function noticePage(
  { language, say }: SignInMessages,
  title: string,
  text: string,
  next = { href: pathOf(signInPaths.signIn), text: say('startAgain') },
): PlainPage {
  return cardPage(
    { language, title },
    heading(title),
    lead(text),
    h('p', null, link(next.href, next.text, 'primary')),
  );
}

/**
 * Asks for confirmation before signing out; shown only if another site opened the sign-out URL. `form` is the
 * provider's hidden form, op.logoutForm.
 */
export function signOutPage({ language, say }: SignInMessages, form: string): PlainPage {
  return cardPage(
    { language, title: say('signOut.title') },
    heading(say('signOut.heading')),
    lead(say('signOut.text')),
    h('div', { dangerouslySetInnerHTML: { __html: form } }),
    h(
      'p',
      null,
      h(
        'button',
        { className: 'primary', type: 'submit', form: 'op.logoutForm', name: 'logout', value: 'yes' },
        say('signOut.act'),
      ),
    ),
    h('p', null, link('/', say('signOut.stay'))),
  );
}
