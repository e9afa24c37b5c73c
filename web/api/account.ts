import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/account.ts';
import { accountPaths, teamPaths } from '#contract/paths.ts';
import { spokenOf } from '#core/language/language.ts';
import { chosenLanguage } from '../language.ts';
import { applyPreferences } from '../apply-preferences.ts';
import { editorFrame } from '../kit/frame.ts';
import { change, load, toLoad } from './call.ts';
import { queryClient } from './query-client.ts';

/** The person who is signed in, or null. */
export const currentUserQuery = queryOptions({
  queryKey: ['api', 'auth', 'user'],
  queryFn: async ({ signal }) => {
    const user = await load(accountPaths.readCurrentUser, {}, signal);
    // Before anything of theirs is rendered.
    if (!user) return user;
    const chosen = await withVisitorsChoice(user);
    await applyPreferences(chosen);
    await saveZone(chosen);
    return chosen;
  },
});

/**
 * Whoever chose a language before they had an account keeps it: their mails are written in it too. Not being able to
 * store it now costs nothing, as it is tried again with the next page.
 */
async function withVisitorsChoice(user: CurrentUser): Promise<CurrentUser> {
  const language = user.language === null ? spokenOf([chosenLanguage()]) : undefined;
  if (!language) return user;
  await change(accountPaths.changePreferences, { body: { language } }).catch(() => undefined);
  return { ...user, language };
}

/** The server guesses the rest by the member's language. Not being able to store it costs nothing: the next page tries again. */
async function saveZone(user: CurrentUser): Promise<void> {
  if (user.formats !== null || editorFrame() || !user.can.includes('account.settings')) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await change(teamPaths.changeTeam, { body: { formats: { timeZone } } }).catch(() => undefined);
}

export const dashboardStatsQuery = toLoad(['api', 'dashboard', 'stats'], accountPaths.readDashboardStats);
export const userUsageQuery = toLoad(['api', 'user', 'usage'], accountPaths.readUsage);

/** For somebody who has not chosen a plan yet; who has, keeps it. */
export const chooseFreePlan = mutationOptions({
  mutationFn: () => change(accountPaths.choosePlan, { body: { planName: 'free' } }),
  onSuccess: () =>
    queryClient.setQueryData(
      currentUserQuery.queryKey,
      (user) => user && { ...user, planType: user.planType || 'free' },
    ),
});

/** After a plan was chosen or changed, or may have been. */
export function forgetAccount(): Promise<unknown> {
  return Promise.all(
    [currentUserQuery.queryKey, ['api', 'user'], ['api', 'subscription'], ['api', 'templates']].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** First name, else the part of the email before the at sign, else 'User' (specification §2, onboarding). */
export function greetingName(user: Pick<CurrentUser, 'firstName' | 'email'>): string {
  return user.firstName || user.email.split('@')[0] || 'User';
}

/** First and last name when both exist, else the email, else 'User' (specification §3). */
export function displayName(user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  return user.firstName && user.lastName ? `${user.firstName} ${user.lastName}` : user.email || 'User';
}

/** First letters of first and last name, else of the email in capitals, else 'U' (specification §3). */
export function avatarInitials(user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  if (user.firstName && user.lastName) return `${firstLetter(user.firstName)}${firstLetter(user.lastName)}`;
  return firstLetter(user.email).toUpperCase() || 'U';
}

function firstLetter(text: string): string {
  return [...text][0] ?? '';
}
