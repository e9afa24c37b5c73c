import { createElement as h, type ReactNode } from 'react';
import { fieldOf, plainPage, submit, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { sandboxPath } from './stripe-objects.ts';

/**
 * Returns a page of the sandbox: plain HTML that works without scripts and says in its first line that it is
 * a test.
 */
export function page(title: string, ...content: ReactNode[]): PlainPage {
  const banner = h(
    'p',
    { className: 'test', role: 'note' },
    h('strong', null, 'Test mode.'),
    ' No money moves here. Never type a real card.',
  );
  const frame = { language: 'en', title: `${title} – Test payments`, aside: 'test payments' } as const;
  return plainPage({ ...frame, looks: `${sandboxPath}/looks.css`, banner }, ...content);
}

export const card = (...content: ReactNode[]): ReactNode => h('div', { className: 'card' }, ...content);

/** Returns a card that is a region of the page, named by its heading. */
export function section(id: string, level: 'h1' | 'h2', title: string, ...content: ReactNode[]): ReactNode {
  return h('section', { className: 'card', 'aria-labelledby': id }, h(level, { id }, title), ...content);
}

/** Returns a form with one button. `act` is the requested action. */
export function button(text: string, act: string, look: 'primary' | 'plain' | 'danger' = 'plain'): ReactNode {
  return h('form', { method: 'post' }, submit(text, { act, look }));
}

export type Problem = { field?: string; text: string };

export function input(
  field: { name: string; label: string; placeholder: string; list?: string },
  value: string,
  problem: Problem | undefined,
): ReactNode {
  const { name, label, placeholder, list } = field;
  return fieldOf({
    name,
    label,
    type: 'text',
    value,
    autoComplete: 'off',
    problem,
    first: problem?.field === name,
    more: { inputMode: 'numeric', placeholder, maxLength: 30, ...(list !== undefined && { list }) },
  });
}

export function dollars(cents: number): string {
  const text = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    Math.abs(cents) / 100,
  );
  return cents < 0 ? `−${text}` : text;
}

/** Returns a date as in the specification (§9), such as 'Jan 5, 2024'. */
export function date(ms: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(ms);
}
