import type { Feature } from '../../foundation/http/feature.ts';
import type { ContactsDeps } from './deps.ts';
import { contactRoutes } from './routes.ts';

export const openContacts = (services: ContactsDeps): Feature => ({ routes: [contactRoutes(services)] });
