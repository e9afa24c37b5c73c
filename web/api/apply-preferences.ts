import type { CurrentUser } from '#contract/account.ts';
import { languageFor } from '#core/preference/preferences.ts';
import { setRegion } from '../parts/format.ts';
import { chooseTheme } from '../parts/theme.ts';

/** Makes theme, dates and numbers keep to what a member has chosen; null means as their browser is set. */
export function applyPreferences({
  language,
  timezone,
  theme,
}: Pick<CurrentUser, 'language' | 'timezone' | 'theme'>): void {
  chooseTheme(theme);
  setRegion({ language: languageFor(language ? [language] : navigator.languages), timezone });
}
