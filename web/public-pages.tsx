import type { RouteObject } from 'react-router';

/** Pages available signed in and signed out, in different frames. */
export const publicPages: RouteObject[] = [
  {
    path: '/privacy',
    lazy: async () => ({ Component: (await import('./pages/legal/legal-page.tsx')).PrivacyPage }),
  },
  {
    path: '/terms',
    lazy: async () => ({ Component: (await import('./pages/legal/legal-page.tsx')).TermsPage }),
  },
  {
    path: '/support',
    lazy: async () => ({ Component: (await import('./pages/support/support-page.tsx')).SupportPage }),
  },
  {
    path: '/invitation',
    lazy: async () => ({
      Component: (await import('./pages/invitation/invitation-page.tsx')).InvitationPage,
    }),
  },
  {
    path: '/verify',
    lazy: async () => ({ Component: (await import('./pages/verify/verify-page.tsx')).VerifyPage }),
  },
];
