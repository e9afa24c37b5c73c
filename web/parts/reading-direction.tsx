import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';
import { directionOf } from '#core/language/language.ts';
import { useWords } from '../words.ts';

/** Tells menus, selects and tabs which way one reads: arrow keys and places follow it. */
export function ReadingDirection({ children }: { children: ReactNode }) {
  const { language } = useWords();
  return <Direction.Provider dir={directionOf(language)}>{children}</Direction.Provider>;
}
