import { loginPaths, pathOf } from '#contract/paths.ts';

/** First path segments of the web app's pages that are allowed as return targets. */
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
 * Returns the page to open after signing in: a page of the web app, or '/' (S-06). Uses an allow-list,
 * because browsers treat '//evil', '/\evil' and similar paths as another site.
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
