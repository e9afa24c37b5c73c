import type { Feature } from '../../foundation/http/feature.ts';
import type { TeamDeps } from './deps.ts';
import { teamRoutes } from './routes.ts';

export const openTeam = (services: TeamDeps): Feature => ({ routes: [teamRoutes(services)] });
