import type { Feature } from '../../foundation/http/feature.ts';
import type { ExportDeps } from './deps.ts';
import { createExportFile, watchExports } from './make-export.ts';
import { exportRoutes } from './routes.ts';

export const openExports = (services: ExportDeps): Feature => ({
  routes: [exportRoutes(services)],
  jobs: { 'make-export': (which, job) => createExportFile(services, which, job) },
  schedules: [() => watchExports(services)],
});
