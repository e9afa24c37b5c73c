import { queryOptions } from '@tanstack/react-query';
import type { PlanLimitsAnswer } from '#contract/account.ts';
import { load } from './request.ts';

export const planLimitsQuery = queryOptions({
  queryKey: ['api', 'plan', 'limits'],
  queryFn: ({ signal }) => load<PlanLimitsAnswer>('/api/plan/limits', signal),
});
