import { createBrowserRouter, RouterProvider } from 'react-router';
import { pageRoute } from './page-route.ts';
import { PageWaiting } from './parts/page-waiting.tsx';
import { publicPages } from './public-pages.tsx';
import { PublicFrame } from './shell/public-frame.tsx';
import { RouteError } from './shell/route-error.tsx';

/** Created for signed-out visitors only, because two routers would both handle navigation. */
const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageWaiting />,
    children: [
      { element: <PublicFrame />, children: publicPages },
      pageRoute('*', () => import('./pages/landing/landing-page.tsx'), 'default'),
    ],
  },
]);

/** When signed out, every path except the few public ones shows the landing page (specification §2). */
export default function Visitors() {
  return <RouterProvider router={router} />;
}
