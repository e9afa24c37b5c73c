import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CreateAppBody } from '#contract/apps.ts';
import { appPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

/** The apps that members of the account can connect. */
export const appsQuery = queryOptions({
  queryKey: ['api', 'apps'],
  queryFn: ({ signal }) => load(appPaths.listApps, {}, signal),
  refetchOnMount: 'always',
});

/** Those that whoever is signed in has connected. */
export const connectionsQuery = queryOptions({
  queryKey: ['api', 'connections'],
  queryFn: ({ signal }) => load(appPaths.listConnections, {}, signal),
  refetchOnMount: 'always',
});

const lookAgain = () =>
  Promise.all(
    [appsQuery, connectionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  );

export const createApp = mutationOptions({
  mutationFn: (body: CreateAppBody) => change(appPaths.createApp, { body }),
  onSuccess: lookAgain,
});

export const removeApp = mutationOptions({
  mutationFn: (id: string) => change(appPaths.removeApp, { params: { id } }),
  onSuccess: lookAgain,
});

export const endConnection = mutationOptions({
  mutationFn: (id: string) => change(appPaths.endConnection, { params: { id } }),
  onSuccess: lookAgain,
});

export function connectRequestQuery(uid: string) {
  return queryOptions({
    queryKey: ['api', 'connect', uid],
    queryFn: ({ signal }) => load(appPaths.readConnectRequest, { params: { id: uid } }, signal),
    ...{ gcTime: 0, retry: false },
  });
}

export const decideConnection = mutationOptions({
  mutationFn: ({ uid, allow }: { uid: string; allow: boolean }) =>
    change(appPaths.decideConnection, { params: { id: uid }, body: { allow } }),
});
