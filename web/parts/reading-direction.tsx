import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';
import { directionOf } from '#core/language/language.ts';
import { useTranslation } from '../words.ts';

/** Sets the text direction for menus, selects and tabs, which affects arrow keys and positions. */
export function ReadingDirection({ children }: { children: ReactNode }) {
  const { language } = useTranslation();
  return <Direction.Provider dir={directionOf(language)}>{children}</Direction.Provider>;
}
