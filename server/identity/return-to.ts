import { loginPaths, pathOf } from '#contract/paths.ts';

/** The pages of the web app that one can be sent to after signing in, by the first part of their path. */
const pages = new Set([
  '',
  'dashboard',
  'documents',
  'document',
  'upload',
  'templates',
  'contacts',
  'audit',
  'user-management',
  'billing',
  'settings',
  'support',
  'onboarding',
  'confirm',
  'connect',
  'invitation',
]);

/**
 * Where to go after signing in: a page of the web app, else '/' (S-06). An allow-list, since browsers read
 * '//evil', '/\evil' and more as another site.
 */
export function safeReturnTo(wanted: string | undefined): string {
  if (
    !wanted ||
    wanted.length > 500 ||
    !/^\/[\w\-./?=&#~%+,:@!]*$/.test(wanted) ||
    /\/\/|%2f|%5c/i.test(wanted)
  )
    return '/';
  const base = 'https://own.invalid';
  const url = URL.parse(wanted, base);
  if (url?.origin === base && url.pathname === pathOf(loginPaths.showConfirmAddress))
    return url.pathname + url.search;
  if (!url || url.origin !== base || !pages.has(url.pathname.split('/')[1]!)) return '/';
  return url.pathname + url.search + url.hash;
}
