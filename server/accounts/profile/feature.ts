import type { Feature } from '../../foundation/http/feature.ts';
import type { ProfileDeps } from './deps.ts';
import { memberRoutes } from './member-routes.ts';

export const openProfile = (services: ProfileDeps): Feature => ({ routes: [memberRoutes(services)] });
