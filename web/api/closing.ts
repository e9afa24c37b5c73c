import { closingPaths } from '#contract/paths.ts';
import { toChange, toLoadAnew } from './call.ts';
import { queryClient } from './query-client.ts';

/** Whether an owner closes the account, and what that would end. */
export const closingQuery = toLoadAnew(['api', 'account', 'closing'], closingPaths.readClosing);

/** Every page shows something else then. */
const everythingAnew = () => queryClient.invalidateQueries({ queryKey: ['api'] });

export const askToClose = toChange(
  closingPaths.askToClose,
  (confirmation: string) => ({ body: { confirmation } }),
  everythingAnew,
);

export const keepAccount = toChange(closingPaths.keepAccount, () => ({}), everythingAnew);
