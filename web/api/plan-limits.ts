import { accountPaths } from '#contract/paths.ts';
import { toLoad } from './call.ts';

export const planLimitsQuery = toLoad(['api', 'plan', 'limits'], accountPaths.readPlanLimits);
