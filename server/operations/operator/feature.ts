import type { Feature } from '../../foundation/http/feature.ts';
import type { OperatorDeps } from './deps.ts';
import { operatorRoutes } from './routes.ts';

export const openOperator = (services: OperatorDeps): Feature => ({ routes: [operatorRoutes(services)] });
