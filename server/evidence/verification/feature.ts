import type { Feature } from '../../foundation/http/feature.ts';
import type { VerificationDeps } from './deps.ts';
import { verifyingRoutes } from './routes.ts';

export const openVerification = (services: VerificationDeps): Feature => ({
  routes: [verifyingRoutes(services)],
});
