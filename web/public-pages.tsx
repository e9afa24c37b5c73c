import type { RouteObject } from 'react-router';
import { pageRoute } from './page-route.ts';

/** Pages that are available signed in and signed out, in different frames. */
export const publicPages: RouteObject[] = [
  pageRoute('/privacy', () => import('./pages/legal/legal-page.tsx'), 'PrivacyPage'),
  pageRoute('/terms', () => import('./pages/legal/legal-page.tsx'), 'TermsPage'),
  pageRoute('/support', () => import('./pages/support/support-page.tsx'), 'SupportPage'),
  pageRoute('/invitation', () => import('./pages/invitation/invitation-page.tsx'), 'InvitationPage'),
  pageRoute('/verify', () => import('./pages/verify/verify-page.tsx'), 'VerifyPage'),
];
