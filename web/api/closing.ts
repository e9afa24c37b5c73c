import { closingPaths } from '#contract/paths.ts';
import { mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** The pending account deletion, and what it would affect. */
export const closingQuery = uncachedQueryFor(['api', 'account', 'closing'], closingPaths.readClosing);

/** Every page changes with it. */
const everythingAnew = () => queryClient.invalidateQueries({ queryKey: ['api'] });

export const requestAccountDeletion = mutationTo(
  closingPaths.askToClose,
  (confirmation: string) => ({ body: { confirmation } }),
  everythingAnew,
);

export const keepAccount = mutationTo(closingPaths.keepAccount, () => ({}), everythingAnew);
