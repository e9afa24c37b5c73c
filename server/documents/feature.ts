import type { Feature } from '../foundation/http/feature.ts';
import type { DocumentsDeps } from './deps.ts';
import { documentRoutes } from './routes.ts';

export const openDocuments = (services: DocumentsDeps): Feature => ({ routes: [documentRoutes(services)] });
