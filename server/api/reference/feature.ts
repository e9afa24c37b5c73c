import type { Feature } from '../../foundation/http/feature.ts';
import { apiReferenceRoutes } from './routes.ts';

export const openApiReference = (): Feature => ({ routes: [apiReferenceRoutes()] });
