import type { Feature } from '../../foundation/http/feature.ts';
import type { ApiKeysDeps } from './deps.ts';
import { apiKeyRoutes } from './routes.ts';

export const openApiKeys = (services: ApiKeysDeps): Feature => ({ routes: [apiKeyRoutes(services)] });
