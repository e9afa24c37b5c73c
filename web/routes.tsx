import type { RouteObject } from 'react-router';
import { publicPages } from './public-pages.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';
import { MemberFrame, PlanGate } from './plan-gate.tsx';
import { pageRoute } from './page-route.ts';
import { DashboardPage } from './pages/dashboard-page.tsx';
import { PageWaiting } from './parts/page-waiting.tsx';

/** For developers. It is not part of the production build. */
const inDevelopment: RouteObject[] = import.meta.env.DEV
  ? [pageRoute('/dev/parts', () => import('./dev/parts-page.tsx'), 'default')]
  : [];

/** Settings, people and billing, in one frame with a sub-navigation */
const settingsAreas: RouteObject[] = [
  pageRoute(
    '/user-management',
    () => import('./pages/user-management/user-management-page.tsx'),
    'UserManagementPage',
  ),
  pageRoute('/user-management/groups', () => import('./pages/user-management/groups-page.tsx'), 'GroupsPage'),
  pageRoute(
    '/user-management/sign-in',
    () => import('./pages/user-management/sign-in-page.tsx'),
    'SignInPage',
  ),
  pageRoute('/billing', () => import('./pages/billing/billing-page.tsx'), 'BillingPage'),
  pageRoute('/settings', () => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  pageRoute('/settings/profile', () => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  pageRoute('/settings/security', () => import('./pages/settings/areas/security-area.tsx'), 'SecurityArea'),
  pageRoute(
    '/settings/notifications',
    () => import('./pages/settings/areas/notifications-area.tsx'),
    'NotificationsArea',
  ),
  pageRoute('/settings/apps', () => import('./pages/settings/areas/apps-area.tsx'), 'AppsArea'),
  pageRoute('/settings/account', () => import('./pages/settings/areas/account-area.tsx'), 'AccountArea'),
  pageRoute('/settings/brand', () => import('./pages/settings/areas/brand-area.tsx'), 'BrandArea'),
  pageRoute('/settings/email', () => import('./pages/settings/areas/email-area.tsx'), 'EmailArea'),
  pageRoute(
    '/settings/retention',
    () => import('./pages/settings/areas/retention-area.tsx'),
    'RetentionArea',
  ),
  pageRoute('/settings/api', () => import('./pages/settings/areas/api-area.tsx'), 'ApiArea'),
  pageRoute('/settings/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  pageRoute(
    '/settings/destinations',
    () => import('./pages/destinations/destinations-page.tsx'),
    'DestinationsPage',
  ),
];

/**
 * The pages for signed-in members. Each one except the first is a separate chunk, loaded on the first visit.
 */
export const routes: RouteObject[] = [
  {
    element: <PlanGate />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageWaiting />,
    children: [
      {
        element: <MemberFrame />,
        children: [
          { path: '/', element: <DashboardPage /> },
          { path: '/dashboard', element: <DashboardPage /> },
          pageRoute('/documents', () => import('./pages/documents/documents-page.tsx'), 'DocumentsPage'),
          pageRoute('/documents/bin', () => import('./pages/documents/bin-page.tsx'), 'BinPage'),
          pageRoute('/for-you', () => import('./pages/for-you/for-you-page.tsx'), 'ForYouPage'),
          pageRoute('/upload', () => import('./pages/upload-page.tsx'), 'UploadPage'),
          pageRoute('/templates', () => import('./pages/templates/templates-page.tsx'), 'TemplatesPage'),
          pageRoute('/templates/:id/form', () => import('./pages/templates/form-page.tsx'), 'FormPage'),
          pageRoute(
            '/templates/:id/versions',
            () => import('./pages/templates/versions-page.tsx'),
            'VersionsPage',
          ),
          pageRoute('/templates/:id/bulk', () => import('./pages/bulk/start-bulk-page.tsx'), 'StartBulkPage'),
          pageRoute('/bulk/:id', () => import('./pages/bulk/bulk-page.tsx'), 'BulkPage'),
          pageRoute('/contacts', () => import('./pages/contacts/contacts-page.tsx'), 'ContactsPage'),
          pageRoute('/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
          {
            lazy: async () => ({
              Component: (await import('./pages/settings/areas/areas-frame.tsx')).AreasFrame,
            }),
            children: settingsAreas,
          },
          pageRoute('/operator', () => import('./pages/operator/operator-page.tsx'), 'OperatorPage'),
          pageRoute('/operator/accounts', () => import('./pages/operator/accounts-page.tsx'), 'AccountsPage'),
          pageRoute(
            '/operator/accounts/:id',
            () => import('./pages/operator/account-page.tsx'),
            'AccountPage',
          ),
          pageRoute(
            '/operator/support',
            () => import('./pages/operator/support-queue-page.tsx'),
            'SupportQueuePage',
          ),
          pageRoute(
            '/operator/support/:id',
            () => import('./pages/operator/support-thread-page.tsx'),
            'SupportThreadPage',
          ),
          ...publicPages,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
      ...inDevelopment,
      pageRoute('/onboarding', () => import('./pages/onboarding/onboarding-page.tsx'), 'default'),
      pageRoute(
        '/templates/:id/edit',
        () => import('./pages/templates/template-editor-page.tsx'),
        'TemplateEditorPage',
      ),
      pageRoute('/connect/:uid', () => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
      pageRoute('/confirm/:id', () => import('./pages/proposal/proposal-page.tsx'), 'ProposalPage'),
      pageRoute('/document/:id', () => import('./pages/document/document-page.tsx'), 'DocumentPage'),
    ],
  },
];
