import { mutationOptions } from '@tanstack/react-query';
import { signOnPaths } from '#contract/paths.ts';
import type { SignOnAnswer } from '#contract/accounts/sign-on.ts';
import { change, mutationTo, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

const key = ['api', 'team', 'sign-on'] as const;

/** The single sign-on settings. Only owners can load them. */
export const signOnQuery = queryFor(key, signOnPaths.readSignOn);

const keep = (answer: SignOnAnswer) => void queryClient.setQueryData(key, answer);

type Given = {
  password: string;
  issuer: string;
  clientId: string;
  clientSecret?: string;
  domain: string;
  role: 'member' | 'viewer';
  roleClaim: NonNullable<SignOnAnswer['signOn']>['roleClaim'];
};

export const saveSignOn = mutationTo(signOnPaths.putSignOn, (body: Given) => ({ body }), keep);
export const verifyDomain = mutationTo(signOnPaths.verifyDomain, () => ({}), keep);

export const enforceSignOn = mutationTo(
  signOnPaths.enforceSignOn,
  (body: { enforced: boolean; password?: string }) => ({ body }),
  keep,
);

export const deleteSignOn = mutationOptions({
  mutationFn: (password: string) => change(signOnPaths.deleteSignOn, { body: { password } }),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
});
