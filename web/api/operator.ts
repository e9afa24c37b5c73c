import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { SupportThread } from '#contract/operations/operator.ts';
import { operatorPaths } from '#contract/paths.ts';
import type { SupportState } from '#core/support/promise.ts';
import { change, loadPage, nextCursor, readAnswer, mutationTo, uncachedQueryFor } from './transport/call.ts';
import { request } from './transport/request.ts';
import { queryClient } from './transport/query-client.ts';

const key = ['api', 'operator'];

/** The numbers of open items for the operator of this server. The request fails for everyone else. */
export const operatorQuery = uncachedQueryFor([...key, 'counts'], operatorPaths.readOperator);

/** The state of the installation. Requested only when a page shows it, never automatically. */
export const operatorStateQuery = uncachedQueryFor([...key, 'state'], operatorPaths.readOperatorState);

const refetch = () => queryClient.invalidateQueries({ queryKey: operatorStateQuery.queryKey });

/** The id is that of a document for `stuck`, and of a failed job otherwise. */
export type OperatorAct = { act: 'retry' | 'dismiss' | 'stuck'; id: string };

const acts = {
  retry: operatorPaths.retryJob,
  dismiss: operatorPaths.dismissJob,
  stuck: operatorPaths.retryStuckSeal,
} as const;

/** Reloads the page's data even after a failure, because another operator may have acted first. */
export const doOperatorAct = mutationOptions({
  mutationFn: ({ act, id }: OperatorAct) => change(acts[act], { params: { id } }),
  onSettled: refetch,
});

/** Retries all emails that no mail server accepted. */
export const resendMails = mutationTo(operatorPaths.resendMails, () => ({}), refetch);

export const supportQueueQuery = (state: SupportState, cursor: string | null) =>
  queryOptions({
    queryKey: [...key, 'support', state, cursor],
    queryFn: ({ signal }) =>
      loadPage(operatorPaths.listSupport, { query: { state, ...(cursor && { cursor }) } }, signal),
    refetchOnMount: 'always',
  });

export const supportThreadQuery = (id: string) =>
  uncachedQueryFor([...key, 'support', id], operatorPaths.readSupport, { params: { id } });

async function keep(thread: SupportThread): Promise<void> {
  queryClient.setQueryData(supportThreadQuery(thread.id).queryKey, thread);
  await queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' });
}

export const answerSupport = mutationTo(
  operatorPaths.answerSupport,
  ({ id, message }: { id: string; message: string }) => ({ params: { id }, body: { message } }),
  keep,
);

export const setSupportState = mutationTo(
  operatorPaths.setSupportState,
  ({ id, state }: { id: string; state: 'closed' | 'open' }) => ({ params: { id }, body: { state } }),
  keep,
);

export const installationAccountsQuery = (search: string, cursor: string | null) =>
  queryOptions({
    queryKey: [...key, 'accounts', search, cursor],
    queryFn: ({ signal }) =>
      loadPage(
        operatorPaths.listInstallationAccounts,
        { query: { ...(search && { search }), ...(cursor && { cursor }) } },
        signal,
      ),
    refetchOnMount: 'always',
  });

export const installationAccountQuery = (id: string, cursor: string | null) =>
  queryOptions({
    queryKey: [...key, 'account', id, cursor],
    queryFn: async ({ signal }) => {
      const at = operatorPaths.readInstallationAccount;
      const answer = await request(at, { params: { id }, query: cursor ? { cursor } : {} }, signal);
      return { account: readAnswer(at, answer), next: nextCursor(answer.headers.get('link')) };
    },
    refetchOnMount: 'always',
  });

const ofAccount = { suspend: operatorPaths.suspendAccount, lift: operatorPaths.liftSuspension } as const;
const ofPerson = {
  'end-sessions': operatorPaths.endMemberSessions,
  'reset-second-factor': operatorPaths.resetMemberSecondFactor,
  'make-owner': operatorPaths.makeOwner,
} as const;
export type AccountAct = keyof typeof ofAccount | keyof typeof ofPerson;

/** `userId` is ignored for actions on the whole account. */
export const actOnAccount = mutationOptions({
  mutationFn: ({ act, accountId: id, userId }: { act: AccountAct; accountId: string; userId: string }) =>
    act === 'suspend' || act === 'lift'
      ? change(ofAccount[act], { params: { id } })
      : change(ofPerson[act], { params: { id, userId } }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: [...key, 'account'] }),
});
