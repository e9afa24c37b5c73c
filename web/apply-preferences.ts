import type { CurrentUser } from '#contract/accounts/account.ts';
import { browserLanguage, saveLanguageChoice } from './language.ts';
import { setTimezone } from './parts/format.ts';
import { chooseTheme } from './parts/theme.ts';
import { speak } from './words.ts';

/** Applies the member's language, theme, date and number settings; null means the browser's setting. */
export async function applyPreferences({
  language,
  timezone,
  theme,
}: Pick<CurrentUser, 'language' | 'timezone' | 'theme'>): Promise<void> {
  chooseTheme(theme);
  setTimezone(timezone);
  if (language) saveLanguageChoice(language);
  await speak(language ?? browserLanguage());
}
