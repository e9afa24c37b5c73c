import type { Feature } from '../../foundation/http/feature.ts';
import type { LogPageDeps } from './deps.ts';
import { logRoutes } from './log-routes.ts';

export const openLogPage = (services: LogPageDeps): Feature => ({ routes: [logRoutes(services)] });
