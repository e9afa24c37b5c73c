import type { Feature } from '../../foundation/http/feature.ts';
import type { ProposalsDeps } from './deps.ts';
import { proposalRoutes, watchProposals } from './routes.ts';

export const openProposals = (services: ProposalsDeps): Feature => ({
  routes: [proposalRoutes(services)],
  schedules: [() => watchProposals(services)],
});
