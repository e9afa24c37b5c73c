import type { Feature } from '../../foundation/http/feature.ts';
import type { ProvisioningDeps } from './deps.ts';
import { scimRoutes } from './scim-routes.ts';
import { tokenRoutes } from './token-routes.ts';

export const openProvisioning = (services: ProvisioningDeps): Feature => ({
  routes: [tokenRoutes(services), scimRoutes(services)],
});
