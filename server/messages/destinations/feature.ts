import type { Feature } from '../../foundation/http/feature.ts';
import type { DestinationsDeps } from './deps.ts';
import { destinationRoutes } from './routes.ts';
import { watchDestinations } from './watch-destinations.ts';

export const openDestinations = (services: DestinationsDeps): Feature => ({
  routes: [destinationRoutes(services)],
  schedules: [() => watchDestinations(services)],
});
