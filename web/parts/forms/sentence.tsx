import { Fragment, type ReactNode } from 'react';

/** Marks the position of a control in a translated sentence. No other text contains this character. */
export const here = (name: string): string => `\u2063${name}\u2063`;

/**
 * A sentence with embedded controls, whose positions depend on the language: pass `here(name)` for every
 * name.
 */
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
