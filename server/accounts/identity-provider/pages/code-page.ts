import { createElement as h } from 'react';
import { pathOf, signInPaths } from '#contract/paths.ts';
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
import type { SignInWords } from './sign-in-words.ts';

/** Asks for a code of the authenticator app; a recovery code works in the same field. */
export function codePage(
  { language, say }: SignInWords,
  { action, service }: { action: string; service: string },
  problem?: string,
): PlainPage {
  return cardPage(
    { language, title: say(problem ? 'code.titleError' : 'code.title') },
    heading(say('code.heading')),
    lead(say('code.lead', { service })),
    problemNote(problem),
    h(
      'form',
      { method: 'post', action },
      fieldOf({
        name: 'code',
        label: say('code.label'),
        type: 'text',
        value: '',
        autoComplete: 'one-time-code',
        first: true,
        problem: problem === undefined ? undefined : { field: 'code', text: problem },
        more: { className: 'code', dir: 'ltr', autoCapitalize: 'none', spellCheck: false },
      }),
      submit(say('code.act'), { look: 'primary' }),
      h('p', { className: 'aside' }, say('code.recovery')),
    ),
    h('p', { className: 'forgot' }, link(pathOf(signInPaths.signIn), say('startAgain'))),
  );
}
