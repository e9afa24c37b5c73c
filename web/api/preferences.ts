import { mutationOptions } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts/account.ts';
import { accountPaths } from '#contract/paths.ts';
import type { PreferencesChange } from '#contract/accounts/preferences.ts';
import { clearLanguage } from '../language.ts';
import { applyPreferences } from '../apply-preferences.ts';
import { change, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

export const preferencesQuery = queryFor(['api', 'user', 'preferences'], accountPaths.readPreferences);

/** Saves a setting, and applies it to the whole screen immediately. */
export const savePreferences = mutationOptions({
  mutationFn: (choice: PreferencesChange) => change(accountPaths.changePreferences, { body: choice }),
  onSuccess: async (saved) => {
    queryClient.setQueryData(preferencesQuery.queryKey, saved);
    if (saved.language === null) clearLanguage();
    const { language, timezone, theme, autoSave } = saved;
    await applyPreferences({ language, timezone, theme });
    queryClient.setQueryData<CurrentUser | null>(
      ['api', 'auth', 'user'],
      (user) => user && { ...user, language, timezone, theme, autoSave },
    );
  },
});
