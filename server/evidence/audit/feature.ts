import type { Feature } from '../../foundation/http/feature.ts';
import type { AuditDeps } from './deps.ts';
import { auditRoutes } from './routes.ts';

export const openAudit = (services: AuditDeps): Feature => ({ routes: [auditRoutes(services)] });
