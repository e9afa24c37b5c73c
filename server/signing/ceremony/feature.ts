import type { Feature } from '../../foundation/http/feature.ts';
import type { CeremonyDeps } from './deps.ts';
import { ceremonyRoutes } from './routes.ts';

export const openCeremony = (services: CeremonyDeps): Feature => ({ routes: [ceremonyRoutes(services)] });
