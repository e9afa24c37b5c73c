import { createElement as h, type ReactNode } from 'react';
import type { NamedProblem } from '#core/form/named-people.ts';
import type { Language } from '#core/language/language.ts';
import type { TemplateRole } from '#core/template/roles.ts';
import { lead } from '../../foundation/http/pages/plain-page.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';

type Part = 'name' | 'email';
export type AskedRole = Pick<TemplateRole, 'id' | 'name'>;

/** The name of the input for a part of the person of a role. */
export const personInput = (roleId: string, part: Part): string => `person ${roleId} ${part}`;

export type AskingPeople = {
  language: Language;
  typed: (roleId: string) => { name: string; email: string };
  problems: ReadonlyMap<string, NamedProblem> | undefined;
};

/** The names and addresses of the other people, by role. */
export function peopleInputs(roles: readonly AskedRole[], asking: AskingPeople): ReactNode {
  if (roles.length === 0) return null;
  const say = mailMessages(asking.language);
  return h(
    'fieldset',
    { key: 'people' },
    h('legend', null, say('form.people')),
    lead(say('form.peopleLead')),
    ...roles.map((role, at) => h(PersonInputs, { key: role.id, at, role, asking })),
  );
}

type PersonProps = { at: number; role: AskedRole; asking: AskingPeople };

function PersonInputs({ at, role, asking }: PersonProps): ReactNode {
  const say = mailMessages(asking.language);
  const problem = asking.problems?.get(role.id);
  const typed = asking.typed(role.id);
  const input = (part: Part, label: string) => {
    const id = `person-${at}-${part}`;
    const isWrong = problem !== undefined && (problem === 'name') === (part === 'name');
    return h(
      'div',
      { key: part },
      h('label', { htmlFor: id }, label),
      h('input', {
        ...{ id, name: personInput(role.id, part), defaultValue: typed[part], required: true },
        ...{ type: part === 'email' ? 'email' : 'text', maxLength: part === 'email' ? 254 : 200 },
        // The browser would suggest the visitor's own details.
        autoComplete: 'off',
        ...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` }),
      }),
      isWrong && h('p', { className: 'wrong', id: `${id}-problem` }, say(problemKeys[problem])),
    );
  };
  return [
    input('name', say('form.personName', { role: role.name })),
    input('email', say('form.personEmail', { role: role.name })),
  ];
}

const problemKeys = {
  name: 'form.personNameWrong',
  email: 'form.emailWrong',
  same: 'form.personSame',
} as const;
