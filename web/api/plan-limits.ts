import { accountPaths } from '#contract/paths.ts';
import { queryFor } from './transport/call.ts';

export const planLimitsQuery = queryFor(['api', 'plan', 'limits'], accountPaths.readPlanLimits);
