import { queryOptions } from '@tanstack/react-query';
import { accountPaths } from '#contract/paths.ts';
import { load } from './call.ts';

export const planLimitsQuery = queryOptions({
  queryKey: ['api', 'plan', 'limits'],
  queryFn: ({ signal }) => load(accountPaths.readPlanLimits, {}, signal),
});
