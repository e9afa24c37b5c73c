import type { Feature } from '../../foundation/http/feature.ts';
import type { TemplatesDeps } from './deps.ts';
import { templateRoutes } from './routes.ts';

export const openTemplates = (services: TemplatesDeps): Feature => ({ routes: [templateRoutes(services)] });
