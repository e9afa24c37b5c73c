import type { Feature } from '../../foundation/http/feature.ts';
import type { RealtimeDeps } from './deps.ts';
import { liveRoutes } from './routes.ts';

export const openRealtime = (services: RealtimeDeps): Feature => ({ routes: [liveRoutes(services)] });
