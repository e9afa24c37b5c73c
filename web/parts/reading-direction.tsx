import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, isLanguage } from '#core/language/language.ts';

/** Tells menus, selects and tabs which way one reads: arrow keys and places follow it. */
export function ReadingDirection({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return <Direction.Provider dir={directionOf(language)}>{children}</Direction.Provider>;
}
