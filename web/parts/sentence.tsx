import { Fragment, type ReactNode } from 'react';

/** Stands in a translated sentence where a control belongs; no text has it. */
export const here = (name: string): string => `\u2063${name}\u2063`;

/** A sentence with controls in it, each where its language puts it: give `here(name)` for every name. */
export function Sentence({
  text,
  controls,
}: {
  text: string;
  controls: Readonly<Record<string, ReactNode>>;
}) {
  return text
    .split('\u2063')
    .map((part, at) => <Fragment key={at}>{at % 2 === 1 ? (controls[part] ?? null) : part}</Fragment>);
}
