import { createBrowserRouter, RouterProvider } from 'react-router';
import { PageWaiting } from './parts/page-waiting.tsx';
import { publicPages } from './public-pages.tsx';
import { PublicFrame } from './shell/public-frame.tsx';
import { RouteError } from './shell/route-error.tsx';

/** Made when somebody comes who is not signed in: two routers at a time would both follow the address. */
const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageWaiting />,
    children: [
      { element: <PublicFrame />, children: publicPages },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./pages/landing/landing-page.tsx')).default }),
      },
    ],
  },
]);

/** Signed out, every path is the landing page but for the few that are public (specification §2). */
export default function Visitors() {
  return <RouterProvider router={router} />;
}
