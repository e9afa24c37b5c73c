import type { RouteObject } from 'react-router';
import { publicPages } from './public-pages.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';
import { MemberFrame, PlanGate } from './plan-gate.tsx';
import { PageWaiting } from './parts/page-waiting.tsx';

const dashboard = async () => ({ Component: (await import('./pages/dashboard-page.tsx')).DashboardPage });

/** For developers; not part of the production build. */
const inDevelopment: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/dev/parts',
        lazy: async () => ({ Component: (await import('./dev/parts-page.tsx')).default }),
      },
    ]
  : [];

/** The pages for signed-in members. Each is a separate chunk, loaded on first visit. */
export const routes: RouteObject[] = [
  {
    element: <PlanGate />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageWaiting />,
    children: [
      {
        element: <MemberFrame />,
        children: [
          { path: '/', lazy: dashboard },
          { path: '/dashboard', lazy: dashboard },
          {
            path: '/documents',
            lazy: async () => ({
              Component: (await import('./pages/documents/documents-page.tsx')).DocumentsPage,
            }),
          },
          {
            path: '/documents/bin',
            lazy: async () => ({ Component: (await import('./pages/documents/bin-page.tsx')).BinPage }),
          },
          {
            path: '/upload',
            lazy: async () => ({ Component: (await import('./pages/upload-page.tsx')).UploadPage }),
          },
          {
            path: '/templates',
            lazy: async () => ({
              Component: (await import('./pages/templates/templates-page.tsx')).TemplatesPage,
            }),
          },
          {
            path: '/templates/:id/form',
            lazy: async () => ({ Component: (await import('./pages/templates/form-page.tsx')).FormPage }),
          },
          {
            path: '/templates/:id/versions',
            lazy: async () => ({
              Component: (await import('./pages/templates/versions-page.tsx')).VersionsPage,
            }),
          },
          {
            path: '/templates/:id/bulk',
            lazy: async () => ({
              Component: (await import('./pages/bulk/start-bulk-page.tsx')).StartBulkPage,
            }),
          },
          {
            path: '/bulk/:id',
            lazy: async () => ({ Component: (await import('./pages/bulk/bulk-page.tsx')).BulkPage }),
          },
          {
            path: '/contacts',
            lazy: async () => ({
              Component: (await import('./pages/contacts/contacts-page.tsx')).ContactsPage,
            }),
          },
          {
            path: '/audit',
            lazy: async () => ({ Component: (await import('./pages/audit/audit-page.tsx')).AuditPage }),
          },
          {
            path: '/user-management',
            lazy: async () => ({
              Component: (await import('./pages/user-management/user-management-page.tsx'))
                .UserManagementPage,
            }),
          },
          {
            path: '/billing',
            lazy: async () => ({
              Component: (await import('./pages/billing/billing-page.tsx')).BillingPage,
            }),
          },
          {
            path: '/settings',
            lazy: async () => ({
              Component: (await import('./pages/settings/settings-page.tsx')).SettingsPage,
            }),
          },
          {
            path: '/settings/webhooks',
            lazy: async () => ({
              Component: (await import('./pages/webhooks/webhooks-page.tsx')).WebhooksPage,
            }),
          },
          {
            path: '/settings/destinations',
            lazy: async () => ({
              Component: (await import('./pages/destinations/destinations-page.tsx')).DestinationsPage,
            }),
          },
          {
            path: '/operator',
            lazy: async () => ({
              Component: (await import('./pages/operator/operator-page.tsx')).OperatorPage,
            }),
          },
          {
            path: '/operator/accounts',
            lazy: async () => ({
              Component: (await import('./pages/operator/accounts-page.tsx')).AccountsPage,
            }),
          },
          {
            path: '/operator/accounts/:id',
            lazy: async () => ({
              Component: (await import('./pages/operator/account-page.tsx')).AccountPage,
            }),
          },
          {
            path: '/operator/support',
            lazy: async () => ({
              Component: (await import('./pages/operator/support-queue-page.tsx')).SupportQueuePage,
            }),
          },
          {
            path: '/operator/support/:id',
            lazy: async () => ({
              Component: (await import('./pages/operator/support-thread-page.tsx')).SupportThreadPage,
            }),
          },
          ...publicPages,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
      ...inDevelopment,
      {
        path: '/onboarding',
        lazy: async () => ({
          Component: (await import('./pages/onboarding/onboarding-page.tsx')).default,
        }),
      },
      {
        path: '/templates/:id/edit',
        lazy: async () => ({
          Component: (await import('./pages/templates/template-editor-page.tsx')).TemplateEditorPage,
        }),
      },
      {
        path: '/connect/:uid',
        lazy: async () => ({ Component: (await import('./pages/connect/connect-page.tsx')).ConnectPage }),
      },
      {
        path: '/confirm/:id',
        lazy: async () => ({ Component: (await import('./pages/proposal/proposal-page.tsx')).ProposalPage }),
      },
      {
        path: '/document/:id',
        lazy: async () => ({ Component: (await import('./pages/document/document-page.tsx')).DocumentPage }),
      },
    ],
  },
];
