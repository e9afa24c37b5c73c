import { closingPaths } from '#contract/paths.ts';
import { toChange, toLoadAnew } from './call.ts';
import { queryClient } from './query-client.ts';

/** The pending account deletion, and what it would affect. */
export const closingQuery = toLoadAnew(['api', 'account', 'closing'], closingPaths.readClosing);

/** Every page changes with it. */
const everythingAnew = () => queryClient.invalidateQueries({ queryKey: ['api'] });

export const askToClose = toChange(
  closingPaths.askToClose,
  (confirmation: string) => ({ body: { confirmation } }),
  everythingAnew,
);

export const keepAccount = toChange(closingPaths.keepAccount, () => ({}), everythingAnew);
