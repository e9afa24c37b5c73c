import type { Feature } from '../../foundation/http/feature.ts';
import type { SupportDeps } from './deps.ts';
import { supportRoutes } from './routes.ts';

export const openSupport = (services: SupportDeps): Feature => ({ routes: [supportRoutes(services)] });
