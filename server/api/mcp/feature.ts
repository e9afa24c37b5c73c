import type { Feature } from '../../foundation/http/feature.ts';
import type { McpDeps } from './deps.ts';
import { mcpRoutes } from './routes.ts';

export const openMcp = (services: McpDeps): Feature => ({ routes: [mcpRoutes(services)] });
