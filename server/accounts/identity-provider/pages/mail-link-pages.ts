import { createElement as h, type ReactNode } from 'react';
import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import {
  cardPage,
  fieldOf,
  heading,
  hidden,
  lead,
  link as linkTo,
  problemNote,
  submit,
  type Field,
  type PlainPage,
} from '../../../foundation/http/pages/plain-page.ts';
import { passwordLength } from '../password-problem.ts';
import type { SignInMessages } from './sign-in-words.ts';

/** Asks for the address of the account with the forgotten password. */
export function forgotPasswordPage(
  { language, say }: SignInMessages,
  email: string,
  problem?: string,
): PlainPage {
  return cardPage(
    { language, title: say('forgot.title') },
    heading(say('forgot.title')),
    lead(say('forgot.lead')),
    problemNote(problem),
    h(
      'form',
      { method: 'post', action: pathOf(loginPaths.requestPasswordReset) },
      onlyField(
        { name: 'email', label: say('signIn.email'), value: email, autoComplete: 'username' },
        problem,
      ),
      submit(say('forgot.act'), { look: 'primary' }),
    ),
    h('p', { className: 'forgot' }, linkTo(pathOf(signInPaths.signIn), say('backToSignIn'))),
  );
}

/** Asks for a new password. The page is opened from a mail, and the link authorizes the change. */
export function newPasswordPage(
  { language, say }: SignInMessages,
  link: string,
  problem?: string,
): PlainPage {
  return cardPage(
    { language, title: say('reset.title') },
    heading(say('reset.title')),
    lead(say('reset.lead', { count: passwordLength.least })),
    problemNote(problem),
    h(
      'form',
      { method: 'post', action: pathOf(loginPaths.resetPassword) },
      hidden('link', link),
      onlyField(
        { name: 'password', label: say('reset.password'), value: '', autoComplete: 'new-password' },
        problem,
      ),
      submit(say('reset.act'), { look: 'primary' }),
    ),
  );
}

/**
 * Asks to confirm an address. The page is opened from a mail and requires a button, because mail scanners
 * open links too (S-13). Without a session it also asks for the password. Otherwise one click would confirm
 * an account that another person created with this address.
 */
export function confirmEmailPage(
  { language, say }: SignInMessages,
  { link, email, problem }: { link: string; email: string; problem?: string | undefined },
  asksPassword: boolean,
): PlainPage {
  const password = { label: say('signIn.password'), value: '', autoComplete: 'current-password' };
  return cardPage(
    { language, title: say('confirm.title') },
    heading(say('confirm.title')),
    lead(say('confirm.lead', { email }) + (asksPassword ? ` ${say('confirm.password')}` : '')),
    problemNote(problem),
    h(
      'form',
      { method: 'post', action: pathOf(loginPaths.submitConfirmEmail) },
      hidden('link', link),
      asksPassword && onlyField({ name: 'password', ...password }, problem),
      submit(say('confirm.act'), { look: 'primary' }),
    ),
    asksPassword &&
      h('p', null, say('confirm.notYou'), ' ', linkTo(pathOf(loginPaths.showForgot), say('forgot.title'))),
  );
}

/** Asks to confirm an address, for a member who signs in at another provider and is signed in here. */
export function confirmMemberPage({ language, say }: SignInMessages, link: string, email: string): PlainPage {
  return cardPage(
    { language, title: say('confirm.title') },
    heading(say('confirm.title')),
    lead(say('confirm.lead', { email })),
    h(
      'form',
      { method: 'post', action: pathOf(loginPaths.submitConfirmAddress) },
      hidden('link', link),
      submit(say('confirm.act'), { look: 'primary' }),
    ),
  );
}

/** Asks the person to sign in before confirming an address. After signing in, they return to this link. */
export function signInToConfirmPage(
  { language, say }: SignInMessages,
  signIn: string,
  email: string,
): PlainPage {
  return cardPage(
    { language, title: say('confirm.title') },
    heading(say('confirm.title')),
    lead(say('confirm.signIn', { email })),
    h('p', null, linkTo(signIn, say('signIn.act'))),
    h('p', null, say('confirm.notMine')),
  );
}

type OnlyField = Pick<Field, 'label' | 'value' | 'autoComplete'> & { name: 'email' | 'password' };

/** The only field of a page. It has the focus, and any problem refers to it. */
function onlyField(field: OnlyField, problem: string | undefined): ReactNode {
  return fieldOf({
    ...field,
    type: field.name,
    first: true,
    problem: problem === undefined ? undefined : { field: field.name, text: problem },
  });
}
