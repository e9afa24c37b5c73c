import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/account.ts';
import type { PreferencesAnswer, PreferencesChange } from '#contract/preferences.ts';
import { forgetLanguage } from '../language.ts';
import { applyPreferences } from './apply-preferences.ts';
import { queryClient } from './query-client.ts';
import { change, load } from './request.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['api', 'user', 'preferences'],
  queryFn: ({ signal }) => load<PreferencesAnswer>('/api/user/preferences', signal),
});

/** Stores a choice, and has everything that is on the screen keep to it at once. */
export const savePreferences = mutationOptions({
  mutationFn: (choice: PreferencesChange) =>
    change<PreferencesAnswer>('PATCH', '/api/user/preferences', choice),
  onSuccess: async (saved) => {
    queryClient.setQueryData(preferencesQuery.queryKey, saved);
    if (saved.language === null) forgetLanguage();
    const { language, timezone, theme, autoSave } = saved;
    await applyPreferences({ language, timezone, theme });
    queryClient.setQueryData<CurrentUser | null>(
      ['api', 'auth', 'user'],
      (user) => user && { ...user, language, timezone, theme, autoSave },
    );
  },
});
