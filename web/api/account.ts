import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts/account.ts';
import { accountPaths, teamPaths, exportPaths, closurePaths } from '#contract/paths.ts';
import { firstAppLanguage } from '#core/language/language.ts';
import { chosenLanguage } from '../language.ts';
import { applyPreferences } from '../apply-preferences.ts';
import { applyFrameLook, editorFrame } from '../kit/frame.ts';
import { change, load, queryFor, mutationTo, uncachedQueryFor } from './transport/call.ts';
import { invalidateAll, queryClient } from './transport/query-client.ts';

/** The signed-in person, or null. */
export const currentUserQuery = queryOptions({
  queryKey: ['api', 'auth', 'user'],
  queryFn: async ({ signal }) => {
    const user = await load(accountPaths.readCurrentUser, {}, signal);
    // Runs before any of the person's content is rendered.
    if (!user) return user;
    const chosen = await withVisitorsChoice(user);
    await applyPreferences(chosen);
    await applyFrameLook();
    await saveZone(chosen);
    return chosen;
  },
});

/**
 * Copies the language that a visitor chose to their new account, because their emails use it too. If saving
 * fails, the next page tries again.
 */
async function withVisitorsChoice(user: CurrentUser): Promise<CurrentUser> {
  const language = user.language === null ? firstAppLanguage([chosenLanguage()]) : undefined;
  if (!language) return user;
  await change(accountPaths.changePreferences, { body: { language } }).catch(() => undefined);
  return { ...user, language };
}

/**
 * The server derives the other formats from the member's language. If saving fails, the next page tries
 * again.
 */
async function saveZone(user: CurrentUser): Promise<void> {
  if (user.formats !== null || editorFrame() || !user.can.includes('account.settings')) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await change(teamPaths.changeTeam, { body: { formats: { timeZone } } }).catch(() => undefined);
}

export const dashboardStatsQuery = queryFor(['api', 'dashboard', 'stats'], accountPaths.readDashboardStats);
export const userUsageQuery = queryFor(['api', 'user', 'usage'], accountPaths.readUsage);

/** Chooses the Free plan for a member without a plan; an existing plan is unchanged. */
export const chooseFreePlan = mutationOptions({
  mutationFn: () => change(accountPaths.choosePlan, { body: { planName: 'free' } }),
  onSuccess: () =>
    queryClient.setQueryData(
      currentUserQuery.queryKey,
      (user) => user && { ...user, planType: user.planType || 'free' },
    ),
});

/** Call this after a plan was chosen or changed, or may have been. */
export function invalidatePlan(): Promise<unknown> {
  return Promise.all(
    [currentUserQuery.queryKey, ['api', 'user'], ['api', 'subscription'], ['api', 'templates']].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/**
 * Returns the first name, else the part of the email before the at sign, else 'User' (specification §2,
 * onboarding).
 */
export function greetingName(user: Pick<CurrentUser, 'firstName' | 'email'>): string {
  return user.firstName || user.email.split('@')[0] || 'User';
}

/** Returns first and last name if both exist, else the email, else 'User' (specification §3). */
export function displayName(user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  return user.firstName && user.lastName ? `${user.firstName} ${user.lastName}` : user.email || 'User';
}

/**
 * Returns the first letters of first and last name, else the first letter of the email in upper case, else
 * 'U' (specification §3).
 */
export function avatarInitials(user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  if (user.firstName && user.lastName) return `${firstLetter(user.firstName)}${firstLetter(user.lastName)}`;
  return firstLetter(user.email).toUpperCase() || 'U';
}

function firstLetter(text: string): string {
  return [...text][0] ?? '';
}

/** Archives of the account, newest first. */
export const exportsQuery = uncachedQueryFor(['api', 'exports'], exportPaths.listExports);

const refetch = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });

export const requestExport = mutationTo(exportPaths.requestExport, () => ({}), refetch);

/** The pending account closure, and what it would affect. */
export const closureQuery = uncachedQueryFor(['api', 'account', 'closing'], closurePaths.readClosure);

export const requestClosure = mutationTo(
  closurePaths.requestClosure,
  (confirmation: string) => ({ body: { confirmation } }),
  invalidateAll,
);

export const cancelClosure = mutationTo(closurePaths.cancelClosure, () => ({}), invalidateAll);
