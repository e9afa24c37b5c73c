import type { Feature } from '../../foundation/http/feature.ts';
import type { LibraryDeps } from './deps.ts';
import { libraryRoutes } from './library-routes.ts';
import { watchBin } from './watch-bin.ts';

export const openLibrary = (services: LibraryDeps): Feature => ({
  routes: [libraryRoutes(services)],
  schedules: [() => watchBin(services)],
});
