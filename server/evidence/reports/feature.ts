import type { Feature } from '../../foundation/http/feature.ts';
import type { ReportsDeps } from './deps.ts';
import { reportRoutes } from './routes.ts';
import { watchReports } from './schedule-reports.ts';
import { sendReport } from './send-report.ts';

export const openReports = (services: ReportsDeps): Feature => ({
  routes: [reportRoutes(services)],
  jobs: { 'send-report': (which) => sendReport(services, which) },
  schedules: [() => watchReports(services)],
});
