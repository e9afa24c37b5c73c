import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { signOnPaths } from '#contract/paths.ts';
import type { SignOnAnswer } from '#contract/sign-on.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

const key = ['api', 'team', 'sign-on'] as const;

/** For owners. */
export const signOnQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => load(signOnPaths.readSignOn, {}, signal),
});

const keep = (answer: SignOnAnswer) => void queryClient.setQueryData(key, answer);

type Given = {
  issuer: string;
  clientId: string;
  clientSecret?: string;
  domain: string;
  role: 'member' | 'viewer';
};

export const saveSignOn = mutationOptions({
  mutationFn: (body: Given) => change(signOnPaths.putSignOn, { body }),
  onSuccess: keep,
});

export const claimDomain = mutationOptions({
  mutationFn: () => change(signOnPaths.claimDomain),
  onSuccess: keep,
});

export const enforceSignOn = mutationOptions({
  mutationFn: (enforced: boolean) => change(signOnPaths.enforceSignOn, { body: { enforced } }),
  onSuccess: keep,
});

export const deleteSignOn = mutationOptions({
  mutationFn: () => change(signOnPaths.deleteSignOn),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
});
