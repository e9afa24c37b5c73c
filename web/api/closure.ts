import { closurePaths } from '#contract/paths.ts';
import { mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** The pending account deletion, and what it would affect. */
export const closureQuery = uncachedQueryFor(['api', 'account', 'closing'], closurePaths.readClosure);

/** Every page changes with it. */
const everythingAnew = () => queryClient.invalidateQueries({ queryKey: ['api'] });

export const requestClosure = mutationTo(
  closurePaths.requestClosure,
  (confirmation: string) => ({ body: { confirmation } }),
  everythingAnew,
);

export const cancelClosure = mutationTo(closurePaths.cancelClosure, () => ({}), everythingAnew);
