import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { closingPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

/** Whether an owner closes the account, and what that would end. */
export const closingQuery = queryOptions({
  queryKey: ['api', 'account', 'closing'],
  queryFn: ({ signal }) => load(closingPaths.readClosing, {}, signal),
  refetchOnMount: 'always',
});

/** Every page shows something else then. */
const everythingAnew = () => queryClient.invalidateQueries({ queryKey: ['api'] });

export const askToClose = mutationOptions({
  mutationFn: (confirmation: string) => change(closingPaths.askToClose, { body: { confirmation } }),
  onSuccess: everythingAnew,
});

export const keepAccount = mutationOptions({
  mutationFn: () => change(closingPaths.keepAccount),
  onSuccess: everythingAnew,
});
